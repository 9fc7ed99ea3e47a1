package io.sardonyx.channel;

import org.jspecify.annotations.Nullable;

/** Where one peer takes what another put in; used by one thread at a time. */
public interface ChannelReceiver<T> {

    /** The next one, or null when there is none by now. */
    @Nullable
    T poll();

    /** Whether there is no room for more. */
    boolean isFull();

    /** From now on this is told, on any thread, when there may be something to take again. */
    default void onArrival(Runnable nudge) {}

    /** Nothing more will be taken. */
    void close();
}
