package io.sardonyx.port;

/** Lease on a name, held as long as the process keeps its session with the store alive. */
public interface Lease extends AutoCloseable {

    /**
     * Fencing token: greater with every lease of the name. Writes carry it so that those of an earlier holder are
     * refused.
     */
    long fence();

    /** What the process knows about the lease; may lag behind the store. */
    Standing standing();

    /** Watches the standing: runs the callback when it may have changed. */
    Watch onChange(Runnable nudge);

    /** Releases the lease at once. */
    @Override
    void close();

    /** What a holder can rely on. */
    enum Standing {
        HELD,
        /** The store does not reply: the lease may be lost or not. The holder must pause its effects. */
        SUSPENDED,
        /** Another process may hold it. Final. */
        LOST
    }
}
