package io.sardonyx.partition;

import io.sardonyx.content.Checkpoint;
import io.sardonyx.lease.PartitionDocument;
import io.sardonyx.plugin.Lifecycle.StopReason;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Work on a partition while this node holds it: a copy of a job that reads it, or a call. Called on the node's thread;
 * no method blocks.
 */
public interface PartitionWork {

    /** Begins the work on a partition that was granted. */
    @FunctionalInterface
    interface Starter {
        PartitionWork start(Grant grant);
    }

    /**
     * A partition that this node has claimed.
     *
     * @param document as it was claimed, with the position up to which predecessors came
     * @param mayAct whether the lease allows effects at this moment, for any thread
     */
    record Grant(PartitionDocument document, long fence, BooleanSupplier mayAct) {}

    /** Begins nothing new, so that it becomes quiet. */
    void drain();

    /** Whether all that was begun is done. */
    boolean isQuiet();

    /** Ends it soon; {@link #isClosed} tells when it has ended. */
    void stop(StopReason reason);

    boolean isClosed();

    /** Whether the partition is done. */
    boolean isDone();

    /** Why it failed, or null. */
    @Nullable
    String failure();

    /** What it waits for, such as a server that is away, for people; empty for nothing. */
    default String waiting() {
        return "";
    }

    /** How often it may fail, given how often partitions may. */
    default int attempts(int most) {
        return most;
    }

    /** Up to where it is settled, which is stored with the next renewal. */
    Checkpoint settled();

    /** Whether it waits for {@link #settled} to be stored. */
    boolean isWaiting();

    /** Takes note that a checkpoint is stored. */
    void written(Checkpoint checkpoint);
}
