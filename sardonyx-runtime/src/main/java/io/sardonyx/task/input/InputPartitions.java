package io.sardonyx.task.input;

import io.sardonyx.plugin.Input;
import io.sardonyx.report.Waiting;
import io.sardonyx.value.TaskName;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;

/**
 * The partitions that one reader of an input has, and their checkpoints: dealt out to the peers of a task
 * ({@link DealtPartitions}), or claimed by leases ({@link ClaimedPartitions}).
 *
 * <p>Confined to the thread of the task's turn. Partitions are referred to by their index in the list of all.
 */
public interface InputPartitions {

    /**
     * The share of this peer, by modulo of the partition's index.
     *
     * @param index of this peer
     * @param peers number of peers
     * @param slots upper bound of their slots, exclusive
     */
    record Share(long fence, int index, int peers, int slots) {}

    /** Follows a new fence: checkpoints are read again, since other peers may have written them meanwhile. */
    void follow(Share share, int clusterFormat);

    /** Whether a partition belongs to this peer's share. */
    boolean isMine(int partition);

    /** Marks a partition to be opened again from the checkpoint that another peer left. */
    void reopen(int partition);

    /** Writes checkpoints of the partitions that are read, unless these have documents of their own. */
    void tend(Map<Integer, PartitionReader> reading, long nowNanos);

    /**
     * Partitions that were opened just now. Finds them over several turns: list, checkpoints, then partitions.
     *
     * @param most how many may be opened
     */
    Map<Integer, PartitionReader> opened(Input input, int most, long nowNanos) throws Exception;

    /** Whether all partitions, also those of other peers, are checkpointed at their end. */
    boolean isExhausted(List<PartitionReader> mine, long nowNanos);

    /** Segments skipped in all partitions, once they are exhausted. */
    SortedMap<TaskName, Long> skipped(Map<Integer, PartitionReader> mine);

    /** Whether a partition can be closed: its end is checkpointed, or is remembered until it is. */
    boolean isOver(PartitionReader partition);

    /** Removes a closed partition that is done. */
    void finish(int partition, PartitionReader closed);

    /** Whether the end of a partition was checkpointed under the present fence. */
    boolean hasWritten();

    /** Whether the checkpoint is up to date; partitions with documents of their own answer for themselves. */
    boolean isWritten();

    /** Whether no write of a checkpoint is in flight. */
    boolean isStill();

    /** Whether another reader has taken over. */
    boolean isSuperseded();

    /** What it waits for, unable to read or write the store, or null. */
    @Nullable
    Waiting waiting();

    /** Time until it needs a turn; answers of the store wake the task by themselves. */
    long restNanos(long nowNanos);

    /** Ratio of this peer's partitions to those it knows the size of, to extrapolate the extent. */
    double perKnown();

    /** Lets go of all partitions; nothing more is read here. */
    default void close() {}
}
