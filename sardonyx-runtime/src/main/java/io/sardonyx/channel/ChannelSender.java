package io.sardonyx.channel;

import java.util.function.LongConsumer;

/** Sending end of a channel: a bounded non-blocking queue with a single producer; used by one thread at a time. */
public interface ChannelSender<T> {

    /**
     * Enqueues an item; false when there is no room or credit, and then the item still belongs to the caller. An
     * accepted item must not be changed any more.
     */
    boolean offer(T item);

    /** Passes on the roots of items that were sent and may have been lost with a link; each loss is reported once. */
    default void lost(LongConsumer roots) {}

    /** Sets the listener that is called, on any thread, when there may be room again or something was lost. */
    default void onRoom(Runnable nudge) {}

    /**
     * An empty batch to be filled. A sender of batches that is not {@linkplain #isNear near} takes only those that it
     * has made.
     *
     * @param capacity most segments
     * @param usual expected number of segments
     * @param runs expected number of runs
     */
    default Batch blank(int capacity, int usual, int runs) {
        return new Batch(capacity, usual, runs);
    }

    /** Most segments that the receiver wants in a batch at present. */
    default int batchLimit() {
        return ChannelLimits.NO_LIMIT;
    }

    /** Whether the receiver is in the same process, so that segments are passed by reference and not serialized. */
    default boolean isNear() {
        return true;
    }

    /** Closes this end; items that the receiver has not taken may be lost. */
    void close();
}
