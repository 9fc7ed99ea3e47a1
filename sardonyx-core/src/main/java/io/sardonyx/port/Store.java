package io.sardonyx.port;

import java.util.Optional;

/** Connection to a store that several processes share: the logs, documents and leases of one tenancy. */
public interface Store extends AutoCloseable {

    /** The log with that name; it need not exist before the first append. */
    Log log(String name);

    Documents documents();

    Leases leases();

    /**
     * The blobs beside them, opened at the first call and closed with the store, not by the caller. Empty for a store
     * that has no room for large objects, as most have not.
     */
    default Optional<Blobs> blobs() {
        return Optional.empty();
    }

    @Override
    void close();
}
