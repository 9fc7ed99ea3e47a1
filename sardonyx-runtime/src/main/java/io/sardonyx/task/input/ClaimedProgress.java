package io.sardonyx.task.input;

import io.sardonyx.content.Checkpoint;
import org.jspecify.annotations.Nullable;

/**
 * Progress of a partition that a node has claimed, handed over between the task loop that reads it and the node that
 * stores it with the next renewal of the lease. Thread-safe: the loop calls {@link #settle} and {@link #written()}, the
 * node the others.
 */
public final class ClaimedProgress {

    private final String partition;
    private final Checkpoint from;
    private final Runnable settled;
    /* Written by the task loop. */
    private volatile Checkpoint done;
    private volatile boolean waiting;
    /* Written by the node. */
    private volatile @Nullable Checkpoint written;
    private volatile Runnable onWritten = () -> {};

    /**
     * @param from where the predecessor's progress ends
     * @param settled called by the task loop when it waits for a checkpoint to be written
     */
    public ClaimedProgress(String partition, Checkpoint from, Runnable settled) {
        this.partition = partition;
        this.from = from;
        this.settled = settled;
        this.done = from;
    }

    /** Name of the partition. */
    String partition() {
        return partition;
    }

    /** Where reading begins. */
    Checkpoint from() {
        return from;
    }

    /** Sets the callback for a written checkpoint; it is run on the node's thread. */
    void onWritten(Runnable nudge) {
        onWritten = nudge;
    }

    /**
     * Announces that everything up to a checkpoint is settled.
     *
     * @param waits whether the reader cannot go on before that is stored
     */
    void settle(Checkpoint checkpoint, boolean waits) {
        done = checkpoint;
        if (waits && !waiting) {
            waiting = true;
            settled.run();
        }
        waiting = waits;
    }

    /** The checkpoint that was stored last, or null if none was. */
    @Nullable
    Checkpoint written() {
        return written;
    }

    /** Up to where everything is settled. */
    public Checkpoint done() {
        return done;
    }

    /** Whether the reader waits for {@link #done} to be stored. */
    public boolean isWaiting() {
        return waiting;
    }

    /** Announces that a checkpoint is stored. */
    public void written(Checkpoint checkpoint) {
        written = checkpoint;
        onWritten.run();
    }
}
