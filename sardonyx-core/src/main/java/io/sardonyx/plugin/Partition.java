package io.sardonyx.plugin;

import java.io.IOException;

/** One partition of an input while it is read. */
public interface Partition extends AutoCloseable {

    /**
     * Puts the next segments into the array, from its start; none of them null. In place of what cannot be made a
     * segment there may be a {@link BadRecord}.
     *
     * @return how many, 0 when there is none right now
     */
    int poll(Object[] segments) throws Exception;

    /** Whether the latest poll gave any {@link BadRecord}; they are only looked for then. */
    default boolean hasBadRecords() {
        return false;
    }

    /** From where another reader would go on behind all that was polled so far. */
    String position();

    /** Whether nothing more will ever come. */
    boolean isAtEnd();

    /** How much of it was polled so far, for people who wait; asked several times a second. */
    default Extent extent() {
        return Extent.UNKNOWN;
    }

    /** All that was polled before this position is done, and the engine has written that down. */
    default void completed(String position) throws Exception {}

    /**
     * Whether {@link #completed} has to be called for its end, too, before it is closed. Who says no is closed as soon
     * as all of it is done, and the next is opened, so that thousands of small partitions do not wait for checkpoints.
     */
    default boolean wantsCompleted() {
        return true;
    }

    @Override
    default void close() throws IOException {}
}
