package io.sardonyx.task.input;

import io.sardonyx.channel.Acks;
import io.sardonyx.channel.Batch;
import io.sardonyx.channel.ChannelSender;
import io.sardonyx.plugin.Extent;
import io.sardonyx.report.QueueFigures;
import io.sardonyx.report.TaskReport.CheckpointFigures;
import io.sardonyx.report.Waiting;
import io.sardonyx.task.TaskWiring;
import org.jspecify.annotations.Nullable;

/**
 * Source of a task's batches: the channels from upstream peers, or the partitions of an input. Confined to the thread
 * of the task's turn.
 */
public interface BatchSource {

    /** Connects the task under orders of a new fence; called before anything else. */
    TaskWiring connect(TaskOrders orders);

    /** Whether its connections belong to a fence; else they stay when the assignments of the job change. */
    default boolean isFenced() {
        return true;
    }

    /** Follows orders that need no new connections. */
    default void follow(TaskOrders orders) {}

    /** Where an input sends its acks to itself; null if the task has no roots. */
    default @Nullable ChannelSender<Acks> own() {
        return null;
    }

    /** Whether all that is in progress was dropped since the last call, and will be read again. */
    default boolean hasDropped() {
        return false;
    }

    /** Whether marks came out of order, so that the job has to go back to its latest checkpoint. */
    default boolean isTorn() {
        return false;
    }

    /** How long the marks of the checkpoint whose mark it gave last came after the first of them; for statistics. */
    default long alignNanos() {
        return 0;
    }

    /** What it tells of the checkpoint whose mark it gave last; empty if nothing. */
    default byte[] part() {
        return new byte[0];
    }

    /** Number of records skipped by the source itself since the last call. */
    default long takeSkipped() {
        return 0;
    }

    /** Does everything but reading: acks, timeouts, checkpoints; whether there was anything. */
    boolean tend(long nowNanos) throws Exception;

    /** The next batch, or null when there is none now. */
    @Nullable
    Batch next(long nowNanos) throws Exception;

    /**
     * Limits how much is read or sent ahead, by how long the task takes for a segment.
     *
     * @param fewest segments that the task wants at once in any case
     */
    default void limit(long nanosEach, int fewest) {}

    /**
     * Raises the limit for a task that waits for more, if it was sent as much as the limit allows.
     *
     * @param nanosEach how long it has taken for each of the latest segments
     * @param segments how many these are
     */
    default void widen(long nanosEach, long segments) {}

    /** Whether its input has abandoned this attempt of a root, so that no result of it counts. */
    boolean isAbandoned(long root);

    /**
     * Time in nanoseconds for which it needs no turn, unless something arrives; {@link Long#MAX_VALUE} for no limit.
     */
    default long restNanos(long nowNanos) {
        return Long.MAX_VALUE;
    }

    /**
     * Whether a turn right after one that read until there was nothing would find nothing either, unless something
     * arrives, which wakes the task.
     */
    default boolean isSpent() {
        return false;
    }

    /** Whether its queue, or an input's limit of pending roots, is full; for statistics. */
    boolean isFull();

    /** Whether it stopped reading because of back-pressure from downstream; for statistics. */
    default boolean isHeldUp() {
        return false;
    }

    /** Number of pending roots; 0 unless it is an input. */
    default int openRoots() {
        return 0;
    }

    /** Number of times that a root was emitted again (replayed). */
    default long replays() {
        return 0;
    }

    /** Counters of the queues that it reads. */
    default QueueFigures queues() {
        return QueueFigures.NONE;
    }

    /** Figures of the job's checkpoints, if it is their keeper. */
    default CheckpointFigures checkpoint() {
        return CheckpointFigures.NONE;
    }

    /** How much of the input was read, as far as that is known. */
    default Extent extent() {
        return Extent.NONE;
    }

    /** Whether an input has made progress under the present fence, or has been idle for a while. */
    default boolean hasProgressed(long nowNanos) {
        return false;
    }

    /** What it waits for, unable to read or to write checkpoints, or null. */
    default @Nullable Waiting waiting() {
        return null;
    }

    /** Whether everything that was read is done and checkpointed. */
    default boolean isQuiet() {
        return true;
    }

    /** Whether its plugin may block. */
    default boolean blocks() {
        return false;
    }

    /** Whether no checkpoint write is in flight. */
    default boolean isStill() {
        return true;
    }

    /** Closes its plugin; the channels are not its own. */
    default void close() throws Exception {}
}
