package io.sardonyx.task.input;

import io.sardonyx.content.Checkpoint;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Progress of a partition that was claimed by a lease, handed over between the task loop that reads it and the holder
 * of the lease, which stores it with the next renewal. Thread-safe.
 *
 * <pre>
 *   OFFERED ─ the reader takes it ─▶ TAKEN ─ read to its end ─▶ FINISHED
 *      │                               └─ the holder asks for it ─▶ CLOSED
 *      └─ the holder takes it back ─▶ CLOSED
 * </pre>
 */
public final class ClaimedProgress {

    private enum Stage {
        OFFERED,
        TAKEN,
        /** Read to its end and settled. */
        FINISHED,
        /** The reader has let go of it, or never had it. */
        CLOSED
    }

    private final String partition;
    private final Checkpoint from;
    private final BooleanSupplier mayAct;
    private final Runnable settled;
    private final AtomicReference<Stage> stage = new AtomicReference<>(Stage.OFFERED);
    /* Written by the task loop. */
    private volatile Checkpoint done;
    private volatile boolean waiting;
    private volatile boolean idle = true;
    /* Written by the holder. */
    private volatile @Nullable Checkpoint written;
    private volatile boolean draining;
    private volatile boolean stopping;
    private volatile Runnable nudge = () -> {};

    /**
     * @param from where the predecessor's progress ends
     * @param mayAct whether the lease allows effects now
     * @param settled called by the task loop when the holder has something to do: it waits for a checkpoint to be
     *     written, or has let go of the partition
     */
    public ClaimedProgress(String partition, Checkpoint from, BooleanSupplier mayAct, Runnable settled) {
        this.partition = partition;
        this.from = from;
        this.mayAct = mayAct;
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

    /** Whether the lease allows effects now. */
    boolean mayAct() {
        return mayAct.getAsBoolean();
    }

    /**
     * Takes it to be read, also once more after a restart; false if the holder has taken it back.
     *
     * @param news run on the holder's thread when it has done something
     */
    boolean take(Runnable news) {
        nudge = news;
        return stage.compareAndSet(Stage.OFFERED, Stage.TAKEN) || stage.get() == Stage.TAKEN;
    }

    /**
     * Announces that everything up to a checkpoint is settled.
     *
     * @param idle whether that is all that was read
     * @param waits whether the reader cannot go on before that is stored
     */
    void settle(Checkpoint checkpoint, boolean idle, boolean waits) {
        done = checkpoint;
        this.idle = idle;
        boolean tells = waits && !waiting || idle && draining;
        waiting = waits;
        if (tells) {
            settled.run();
        }
    }

    /** Announces that it is read to its end, settled and closed. */
    void finish(Checkpoint end) {
        done = end;
        waiting = false;
        stage.set(Stage.FINISHED);
        settled.run();
    }

    /** Announces that it is not read any more. */
    void close() {
        waiting = false;
        stage.set(Stage.CLOSED);
        settled.run();
    }

    /** The checkpoint that was stored last, or null if none was. */
    @Nullable
    Checkpoint written() {
        return written;
    }

    /** Whether nothing more is to be read of it, because it is given back. */
    boolean isDraining() {
        return draining;
    }

    /** Whether the reader has to let go of it. */
    boolean isStopping() {
        return stopping;
    }

    /** Whether its reader has begun with it. */
    public boolean isTaken() {
        return stage.get() != Stage.OFFERED;
    }

    /** Whether it is read to its end and settled. */
    public boolean isFinished() {
        return stage.get() == Stage.FINISHED;
    }

    /** Whether nobody reads it. */
    public boolean isClosed() {
        Stage now = stage.get();
        return now == Stage.FINISHED || now == Stage.CLOSED;
    }

    /** Up to where everything is settled. */
    public Checkpoint done() {
        return done;
    }

    /** Whether everything that was read is settled. */
    public boolean isIdle() {
        return idle || isClosed();
    }

    /** Whether the reader waits for {@link #done} to be stored. */
    public boolean isWaiting() {
        return waiting;
    }

    /** Announces that a checkpoint is stored. */
    public void written(Checkpoint checkpoint) {
        written = checkpoint;
        nudge.run();
    }

    /** Asks the reader to read no more of it; takes it back if that has not begun. */
    public void drain() {
        stage.compareAndSet(Stage.OFFERED, Stage.CLOSED);
        draining = true;
        nudge.run();
    }

    /** Asks the reader to let go of it; takes it back if that has not begun. */
    public void stop() {
        stage.compareAndSet(Stage.OFFERED, Stage.CLOSED);
        stopping = true;
        nudge.run();
    }
}
