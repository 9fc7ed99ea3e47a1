package io.sardonyx.plugin;

import java.io.IOException;

/**
 * Output plugin, the sink of a job's segments. An accepted segment is settled once it is durable, that is, would
 * survive a crash of the process; only then is it acknowledged upstream. Delivery is at least once: a segment may come
 * twice, but none is lost.
 */
public interface Output extends AutoCloseable {

    /**
     * Writes segments in order, as many as it can accept right now.
     *
     * @return how many were accepted; the others are offered again later
     * @throws Refused when the first segment can never be written and so none was accepted; a later such segment ends
     *     the call before it
     */
    int write(Object[] segments, int from, int to) throws Exception;

    /**
     * How many of all segments that this instance accepted are durable by now. Called when there is nothing more to
     * write for the moment, and repeatedly while segments are not settled; this is where to flush.
     */
    long settled() throws Exception;

    /**
     * Publishes everything that was settled, by this or any other instance of the same task. Called when the job has no
     * more input, on one peer; after a crash possibly again on another, so it must be idempotent.
     */
    default void seal() throws Exception {}

    /** Whether its methods may block; then it gets a thread of its own. */
    default boolean blocks() {
        return false;
    }

    /** Releases its resources; segments that are not settled may be lost, since they will be delivered again. */
    @Override
    default void close() throws IOException {}
}
