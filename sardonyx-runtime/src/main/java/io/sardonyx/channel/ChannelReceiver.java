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

    /** Closes this end; items left in the queue are dropped. */
    void close();
}
