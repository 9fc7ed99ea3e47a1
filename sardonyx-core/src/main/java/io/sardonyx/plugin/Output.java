package io.sardonyx.plugin;

import java.io.IOException;

/**
 * Where segments end: what was taken is settled once it would survive the sudden death of the process, and only then is
 * it done for whoever sent it. So a segment may come twice, but none is lost.
 */
public interface Output extends AutoCloseable {

    /**
     * Takes segments, as many as it can right now, in order.
     *
     * @return how many; the others are offered again later
     * @throws Refused when none was taken because the first can never be; one that comes later ends the call before it
     */
    int write(Object[] segments, int from, int to) throws Exception;

    /**
     * How many of all segments that this instance took would survive its death by now. Asked when there is nothing more
     * to write for the moment, and again and again while something is not settled; this is where to flush.
     */
    long settled() throws Exception;

    /**
     * Publishes all that was settled, by this instance or any other of the same task. Called when the job has nothing
     * more to give, on one peer; after a crash perhaps again on another.
     */
    default void seal() throws Exception {}

    /** Whether its methods may wait for others; then it gets a thread of its own. */
    default boolean blocks() {
        return false;
    }

    /** Lets go; what is not settled may be lost, for it will come again. */
    @Override
    default void close() throws IOException {}
}
