package io.sardonyx.port;

/** A name that this process holds as long as it can prove that it lives. */
public interface Lease extends AutoCloseable {

    /** Greater with every tenure of the name; effects carry it so that those of an earlier holder are refused. */
    long fence();

    Standing standing();

    Watch onChange(Runnable nudge);

    /** Gives the name back at once. */
    @Override
    void close();

    /** How sure the holder may be. */
    enum Standing {
        HELD,
        /** The store does not answer: the lease may be lost, or not. Effects wait. */
        SUSPENDED,
        /** Somebody else may hold it. Never comes back. */
        LOST
    }
}
