package io.sardonyx.worker;

import io.sardonyx.task.TaskLoop;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/**
 * A task loop among those that workers give turns: whether it is ready for one, and whether a worker has it.
 *
 * <p>At most one worker has it at a time, and sees all that others did to it. Whoever makes it ready does so after what
 * is to be seen in its turn; a worker takes the mark away before the turn begins. So nothing is missed: either the turn
 * sees it, or the loop is ready once more.
 */
final class TaskSlot {

    private static final VarHandle TAKEN;
    private static final VarHandle READY;

    static {
        try {
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            TAKEN = lookup.findVarHandle(TaskSlot.class, "taken", boolean.class);
            READY = lookup.findVarHandle(TaskSlot.class, "ready", boolean.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /** Where a worker finds it. */
    private record Place(ReadyLoops row, int index) {}

    private final TaskLoop loop;

    @SuppressWarnings("UnusedVariable") // through the handle
    private volatile boolean taken;

    private volatile boolean ready = true;
    private volatile @Nullable Place place;
    private volatile @Nullable Worker worker;

    /* Of the timer queue, under its lock: when it gets ready by itself, and its index there. */
    long dueNanos;
    int timer = TimerQueue.NONE;

    TaskSlot(TaskLoop loop) {
        this.loop = loop;
    }

    TaskLoop loop() {
        return loop;
    }

    boolean take() {
        return !taken && TAKEN.compareAndSet(this, false, true);
    }

    boolean isTaken() {
        return taken;
    }

    void leave() {
        taken = false;
    }

    /** It moves to a place in another row, where it is marked if it is ready. */
    void move(ReadyLoops row, int index) {
        place = new Place(row, index);
        if (ready) {
            row.mark(index);
        }
    }

    /** From now on this worker alone gives it turns. */
    void separate(Worker other) {
        place = null;
        worker = other;
    }

    /** The worker that it has for itself, if any. */
    @Nullable
    Worker worker() {
        return worker;
    }

    boolean isReady() {
        return ready;
    }

    /** Makes it ready, unless it is; whether it was not. */
    boolean makeReady() {
        /* What is to be seen in its turn is visible before it is looked whether there will be one. */
        VarHandle.fullFence();
        if (ready || !READY.compareAndSet(this, false, true)) {
            return false;
        }
        Place now = place;
        if (now != null) {
            now.row.mark(now.index);
        }
        return true;
    }

    /** A turn begins: what it does not see makes it ready again. */
    void begin() {
        Place now = place;
        if (now != null) {
            now.row.unmark(now.index);
        }
        READY.setVolatile(this, false);
        VarHandle.fullFence();
    }
}
