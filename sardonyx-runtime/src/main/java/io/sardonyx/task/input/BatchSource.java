package io.sardonyx.task.input;

import io.sardonyx.channel.Acks;
import io.sardonyx.channel.Batch;
import io.sardonyx.channel.ChannelSender;
import io.sardonyx.content.Waiting;
import io.sardonyx.plugin.Extent;
import io.sardonyx.task.TaskChannels;
import org.jspecify.annotations.Nullable;

/** Where a task's batches come from: channels, or the partitions of an input. */
public interface BatchSource {

    /** Goes by other orders from now on; called before anything else. */
    void follow(TaskOrders orders, TaskChannels channels);

    /** Goes by orders of the same fence. */
    default void follow(TaskOrders orders) {}

    /** Where the acks of its own task go, if it has roots. */
    default @Nullable ChannelSender<Acks> own() {
        return null;
    }

    /** Does what is to be done beside reading; whether there was anything. */
    boolean tend(long nowNanos) throws Exception;

    /** The next batch, or null when there is none now. */
    @Nullable
    Batch next(long nowNanos) throws Exception;

    /** Whether nobody waits for what grows from an attempt of a root, because its input has abandoned it. */
    boolean isAbandoned(long root);

    /** How long it may go without a turn, unless something arrives; {@link Long#MAX_VALUE} when for ever. */
    default long restNanos(long nowNanos) {
        return Long.MAX_VALUE;
    }

    /** Whether more is waiting than there is room for. */
    boolean isFull();

    /** How many roots are open; none unless it is an input. */
    default int openRoots() {
        return 0;
    }

    /** How often a root was emitted again. */
    default long replays() {
        return 0;
    }

    /** How much of what it reads is behind; nothing unless it is an input. */
    default Extent extent() {
        return Extent.NONE;
    }

    /** Whether it has got on under the present fence, or has had nothing to do for a while; only an input does. */
    default boolean hasProgressed(long nowNanos) {
        return false;
    }

    /** What keeps it from reading or from writing down how far it is, or null. */
    default @Nullable Waiting waiting() {
        return null;
    }

    /** Whether all that was read is done and written down. */
    default boolean isQuiet() {
        return true;
    }

    /** Whether its plugin may wait for others. */
    default boolean blocks() {
        return false;
    }

    /** Whether nothing it has begun to write down is still under way. */
    default boolean isStill() {
        return true;
    }

    /** Lets go of its plugin; channels are not its own. */
    default void close() throws Exception {}
}
