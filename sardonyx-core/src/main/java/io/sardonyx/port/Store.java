package io.sardonyx.port;

/** A place that several processes share: one tenancy's logs, documents and leases. */
public interface Store extends AutoCloseable {

    /** The log of that name; it begins with its first entry. */
    Log log(String name);

    Documents documents();

    Leases leases();

    @Override
    void close();
}
