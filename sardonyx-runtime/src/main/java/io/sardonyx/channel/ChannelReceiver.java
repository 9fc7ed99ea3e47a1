package io.sardonyx.channel;

import org.jspecify.annotations.Nullable;

/**
 * Receiving end of a channel: a non-blocking queue with a single consumer; used by one thread at a time, and items are
 * published safely by the channel.
 */
public interface ChannelReceiver<T> {

    /** The next item, or null when the queue is empty. */
    @Nullable
    T poll();

    /** Whether the queue is full, for statistics. */
    boolean isFull();

    /** Sets the listener that is called, on any thread, when there may be an item again, and once at registration. */
    default void onArrival(Runnable nudge) {}

    /**
     * Limits what is sent ahead, because the receiver is slow: so many segments in a batch, and about as many in the
     * queue, where one batch always has room. The sender heeds it soon, and what is on its way still comes.
     */
    void limit(int segmentsWanted);

    /** Closes this end; items left in the queue are dropped. */
    void close();
}
