package io.sardonyx.port;

/** Connection to a store that several processes share: the logs, documents and leases of one tenancy. */
public interface Store extends AutoCloseable {

    /** The log with that name; it need not exist before the first append. */
    Log log(String name);

    Documents documents();

    Leases leases();

    @Override
    void close();
}
