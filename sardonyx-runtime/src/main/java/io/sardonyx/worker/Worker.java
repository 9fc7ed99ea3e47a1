package io.sardonyx.worker;

import io.sardonyx.task.TaskLoop;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** Worker thread: gives turns to all ready loops, or to one loop that blocks and has the thread for itself. */
final class Worker extends Thread {

    /** Fruitless walks before the thread parks. */
    private static final int SPINS = 3;

    private static final long SHORTEST_PAUSE_NANOS = 20_000;

    /** Pauses below this are so short that it matters whether they end on time. */
    private static final long SHORT_PAUSE_NANOS = 1_000_000;

    private final WorkerPool workers;
    /* The loop this worker is dedicated to; null for a worker of the shared pool. */
    private final @Nullable TaskSlot own;
    private final TurnState<TaskSlot> turns = new TurnState<>();
    /* The watchdog's, on its thread only. */
    private final CallTimer timer = new CallTimer();
    /* Written by this thread before it looks for work a last time, read by wakers. */
    private volatile boolean parked;
    /* Confined to this thread, as is the index of the loop visited last. */
    private boolean condemned;
    private boolean punctual;
    private int at;

    Worker(WorkerPool workers, int number, @Nullable TaskSlot own) {
        super("sardonyx-worker-" + number);
        this.workers = workers;
        this.own = own;
        this.at = number;
        setDaemon(true);
    }

    /** Whether it is dedicated to one loop. */
    boolean isOwn() {
        return own != null;
    }

    /** Whether it is inside the end of a loop, whose lifecycles the pool's close waits for. */
    boolean isEnding() {
        TaskSlot slot = turns.given();
        return slot != null && slot.loop().isEnding();
    }

    /** Whether it is parked or about to park, so that a waker has to unpark it. */
    boolean isParked() {
        return parked;
    }

    TurnState<TaskSlot> turns() {
        return turns;
    }

    CallTimer timer() {
        return timer;
    }

    @Override
    public void run() {
        int idle = 0;
        while (!workers.isClosed() && !condemned && !(own != null && own.loop().isOver())) {
            if (own == null ? walk() : turn(own)) {
                idle = 0;
            } else if (++idle < SPINS) {
                Thread.onSpinWait();
            } else {
                pause();
            }
        }
        if (own != null) {
            own.loop().close();
        }
        workers.remove(this);
    }

    /** Gives one turn to each ready loop, round-robin from the one behind the last visited. */
    private boolean walk() {
        boolean worked = workers.pollWire();
        workers.expire(System.nanoTime());
        ReadyLoops row = workers.row();
        int first = at + 1;
        for (int i = row.next(first); i >= 0 && isOn(); i = row.next(i + 1)) {
            worked |= visit(row, i);
        }
        for (int i = row.next(0); i >= 0 && i < first && isOn(); i = row.next(i + 1)) {
            worked |= visit(row, i);
        }
        return worked;
    }

    /** Whether to take another loop. Once the pool is closed, its closing thread ends the loops that no worker has. */
    private boolean isOn() {
        return !condemned && !workers.isClosed();
    }

    private boolean visit(ReadyLoops row, int index) {
        TaskSlot slot = row.slot(index);
        if (!slot.take()) {
            return false;
        }
        at = index;
        boolean worked = turn(slot);
        if (condemned) {
            leave(slot);
        } else {
            giveBack(slot, worked);
        }
        return worked;
    }

    /**
     * Gives the loop back after a turn: ready, with a timer, or removed. A loop that blocks stays taken, so that no
     * shared worker gives it turns until its own thread does.
     */
    private void giveBack(TaskSlot slot, boolean worked) {
        TaskLoop loop = slot.loop();
        boolean busy = worked && loop.isBusy();
        if (loop.isOver()) {
            workers.remove(slot);
        } else if (loop.isBlocking()) {
            workers.separate(slot);
        } else {
            if (loop.restNanos() == 0) {
                slot.makeReady();
            } else {
                workers.schedule(slot, System.nanoTime(), loop.restNanos());
            }
            slot.leave();
        }
        if (busy) {
            workers.wakeOne();
        }
    }

    /**
     * Closes the loop of a condemned turn on the thread of that turn, once the watchdog has released it; the loop is
     * not given back.
     */
    private void leave(TaskSlot slot) {
        while (!turns.isReleased()) {
            LockSupport.parkNanos(this, SHORTEST_PAUSE_NANOS);
        }
        interrupted();
        slot.loop().close();
    }

    private boolean turn(TaskSlot slot) {
        slot.begin();
        turns.begin(slot);
        var event = new TurnEvent();
        event.begin();
        boolean worked = true;
        try {
            worked = slot.loop().turn(System.nanoTime());
        } catch (RuntimeException | Error e) {
            slot.loop().broke(e);
        } finally {
            condemned = !turns.end();
            /* Clears an interrupt that the function left behind, so that it does not hit the next loop. */
            interrupted();
        }
        if (worked) {
            event.endOf(slot.loop().self());
        }
        return worked;
    }

    /**
     * Parks until woken or until the next timer. The flag is set before the last look for work, and wakers read it
     * after they publish work, so that no wake-up is lost.
     */
    private void pause() {
        parked = true;
        if (own != null) {
            if (!own.isReady() && own.loop().restNanos() > 0) {
                park(own.loop().restNanos());
            }
        } else if (!workers.hasReady() && !workers.isClosed()) {
            long nanos = workers.sleepNanos(this, System.nanoTime());
            park(nanos);
            workers.awake(this);
        }
        parked = false;
    }

    private void park(long nanos) {
        if (nanos == Long.MAX_VALUE) {
            LockSupport.park(this);
            return;
        }
        if (nanos < SHORT_PAUSE_NANOS && !punctual) {
            punctual = true;
            TimerSlack.shorten();
        }
        LockSupport.parkNanos(this, nanos);
    }
}
