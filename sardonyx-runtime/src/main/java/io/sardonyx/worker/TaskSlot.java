package io.sardonyx.worker;

import io.sardonyx.task.TaskLoop;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/**
 * Scheduling state of one task loop in the pool: a ready flag, and a lock that makes a worker its only owner during a
 * turn.
 *
 * <p>Ownership: {@link #take} is a compare-and-set and {@link #leave} a volatile write, so each turn happens-before the
 * next, on any thread.
 *
 * <p>No lost wake-up: a waker writes what the turn is to see, then sets {@code ready}; a worker clears {@code ready},
 * then begins the turn. Full fences on both sides order each write before the following read, so either the turn sees
 * the news, or the loop is ready once more.
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

    /** Its index in the bitmap that workers scan. */
    private record Place(ReadyLoops row, int index) {}

    private final TaskLoop loop;

    @SuppressWarnings("UnusedVariable") // through the handle
    private volatile boolean taken;

    /* Set by any thread, cleared by the owning worker at the beginning of a turn. */
    private volatile boolean ready = true;
    /* Null for a loop that has a worker of its own. */
    private volatile @Nullable Place place;
    /* The dedicated worker of a loop that blocks, else null. */
    private volatile @Nullable Worker worker;

    /* Guarded by the lock of the timer queue: when the loop becomes ready by itself, and its index in the heap. */
    long dueNanos;
    int timer = TimerQueue.NONE;

    TaskSlot(TaskLoop loop) {
        this.loop = loop;
    }

    TaskLoop loop() {
        return loop;
    }

    /** Tries to become the owner; reads first, to leave the cache line shared while another worker has it. */
    boolean take() {
        return !taken && TAKEN.compareAndSet(this, false, true);
    }

    /** Whether a worker owns it; may be stale at once. */
    boolean isTaken() {
        return taken;
    }

    /**
     * Ends the ownership and publishes everything the turn wrote. The write of {@code taken} precedes the read of
     * {@code ready}, and {@link #makeReady} does the reverse, so one of the two sets the bit.
     */
    void leave() {
        taken = false;
        if (ready) {
            mark();
        }
    }

    private void mark() {
        Place now = place;
        if (now != null) {
            now.row.mark(now.index);
        }
    }

    /**
     * Moves to an index of another bitmap. The write of {@code place} precedes the read of {@code ready}, and
     * {@link #makeReady} does the reverse, so one of the two sets the bit.
     */
    void move(ReadyLoops row, int index) {
        place = new Place(row, index);
        if (ready) {
            row.mark(index);
        }
    }

    /** Leaves the bitmap: from now on a dedicated worker gives it turns. */
    void separate(Worker other) {
        place = null;
        worker = other;
    }

    /** The dedicated worker, if there is one. */
    @Nullable
    Worker worker() {
        return worker;
    }

    boolean isReady() {
        return ready;
    }

    /**
     * Sets the ready flag; returns false if it was set already, so that only one caller wakes a worker. The bit is left
     * to the owner if there is one: workers would look in vain at a loop that is taken, and share its cache lines.
     */
    boolean makeReady() {
        /* StoreLoad: the caller's news must be visible before ready is read; pairs with the fence in begin(). */
        VarHandle.fullFence();
        if (ready || !READY.compareAndSet(this, false, true)) {
            return false;
        }
        if (!taken) {
            mark();
        }
        return true;
    }

    /**
     * Begins a turn: news that comes from now on makes the loop ready again. The bit is cleared before the flag, since
     * a waker sets the bit after the flag and its bit must not be lost.
     */
    void begin() {
        Place now = place;
        if (now != null) {
            now.row.unmark(now.index);
        }
        READY.setVolatile(this, false);
        VarHandle.fullFence();
    }
}
