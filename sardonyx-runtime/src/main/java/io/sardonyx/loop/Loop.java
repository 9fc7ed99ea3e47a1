package io.sardonyx.loop;

/**
 * Whatever moves: a bounded piece of work at a time, never waiting, on the thread of whoever gives it turns.
 *
 * <p>A thread of its own gives turns in production, a simulator from a seed.
 */
public interface Loop extends AutoCloseable {

    /** Does what is to be done now; whether there was anything. */
    boolean turn(long nowNanos);

    /** Whether more turns would change nothing. */
    boolean isOver();

    @Override
    void close();
}
