package io.sardonyx.plugin;

import java.io.IOException;

/** Reader of one partition of an input. One thread at a time. */
public interface Partition extends AutoCloseable {

    /**
     * Reads the next segments into the array, from its start; none of them null. A record that cannot be parsed may be
     * represented by a {@link BadRecord}.
     *
     * @return how many, 0 when there is none right now
     */
    int poll(Object[] segments) throws Exception;

    /**
     * Nanoseconds until the next segment is due, for a partition that knows, such as one with a rate limit: it is
     * called after a poll that returned none, and the next poll comes no sooner. 0 for one that does not know; it is
     * polled the more often, the more often it has segments.
     */
    default long restNanos() {
        return 0;
    }

    /** Whether the latest poll returned any {@link BadRecord}; the engine checks segments for them only then. */
    default boolean hasBadRecords() {
        return false;
    }

    /** The position (offset) after all that was polled so far, from which another reader would continue. */
    String position();

    /** Whether there will be no more segments. */
    boolean isAtEnd();

    /** How much was polled so far, for display; called several times a second. */
    default Extent extent() {
        return Extent.UNKNOWN;
    }

    /** Called after everything polled before this position was acknowledged and the checkpoint with it was written. */
    default void completed(String position) throws Exception {}

    /**
     * Whether {@link #completed} has to be called for the end of the partition before it is closed. Otherwise it is
     * closed as soon as all of it is acknowledged, and the next one is opened, so that thousands of small partitions do
     * not wait for checkpoints.
     */
    default boolean wantsCompleted() {
        return true;
    }

    @Override
    default void close() throws IOException {}
}
