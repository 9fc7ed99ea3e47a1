package io.sardonyx.loop;

/**
 * A non-blocking event loop: {@link #turn} does a bounded piece of work and never waits. All methods are called by one
 * thread.
 *
 * <p>In production a {@link LoopThread} or a worker calls it, in simulations a scheduler with a seed.
 */
public interface Loop extends AutoCloseable {

    /**
     * Does pending work; returns whether there was any, so that the caller can back off when idle.
     *
     * @param nowNanos current value of the monotonic clock
     */
    boolean turn(long nowNanos);

    /** Whether further turns would do nothing. */
    boolean isOver();

    @Override
    void close();
}
