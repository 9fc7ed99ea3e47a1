package io.sardonyx.channel;

import java.util.function.LongConsumer;

/** Where one peer puts what another takes; used by one thread at a time. */
public interface ChannelSender<T> {

    /** Hands it over; false when there is no room, and then it is still the caller's. */
    boolean offer(T item);

    /** Tells the roots of what was handed over and may never arrive, each time once. */
    default void lost(LongConsumer roots) {}

    /** From now on this is told, on any thread, when there may be room again, or something was lost. */
    default void onRoom(Runnable nudge) {}

    /** Nothing more will be put in; what the other end has not taken may be lost. */
    void close();
}
