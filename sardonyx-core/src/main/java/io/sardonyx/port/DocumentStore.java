package io.sardonyx.port;

/**
 * Connection to a store that has documents and nothing else, shared by several processes. Its log and leases are
 * derived from the documents by whoever opens it, so that an adapter for a database of documents stays small.
 */
public interface DocumentStore extends AutoCloseable {

    Documents documents();

    /**
     * How long a lease lasts in milliseconds, from 1,000 to 86,400,000: after so long a silence a process is taken for
     * dead. Each held lease is written three times within it, so a slow store has longer ones.
     */
    long leaseMillis();

    @Override
    void close();
}
