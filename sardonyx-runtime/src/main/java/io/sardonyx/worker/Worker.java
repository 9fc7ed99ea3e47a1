package io.sardonyx.worker;

import io.sardonyx.task.TaskLoop;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** A thread that gives turns. */
final class Worker extends Thread {

    private static final int SPINS = 3;
    private static final long SHORTEST_PAUSE_NANOS = 20_000;

    private final WorkerPool workers;
    private final @Nullable TaskSlot own;
    private final TurnState<TaskSlot> turns = new TurnState<>();
    private final CallTimer timer = new CallTimer();
    private volatile boolean parked;
    private boolean condemned;
    private int at;

    Worker(WorkerPool workers, int number, @Nullable TaskSlot own) {
        super("sardonyx-worker-" + number);
        this.workers = workers;
        this.own = own;
        this.at = number;
        setDaemon(true);
    }

    boolean isOwn() {
        return own != null;
    }

    /** Whether it is at the end of a loop, which is waited for. */
    boolean isEnding() {
        TaskSlot seat = turns.given();
        return seat != null && seat.loop().isEnding();
    }

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

    /** Along all loops that are ready once, beginning behind the one it left off at. */
    private boolean walk() {
        boolean worked = workers.carry();
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

    /** Whether it takes another loop; once all is closed, whoever closes ends those that nobody has. */
    private boolean isOn() {
        return !condemned && !workers.isClosed();
    }

    private boolean visit(ReadyLoops row, int index) {
        TaskSlot seat = row.seat(index);
        if (!seat.take()) {
            return false;
        }
        at = index;
        boolean worked = turn(seat);
        if (condemned) {
            leave(seat);
        } else {
            giveBack(seat, worked);
        }
        return worked;
    }

    /** One that blocks stays taken, so that nobody but its own thread gives it turns from now on. */
    private void giveBack(TaskSlot seat, boolean worked) {
        TaskLoop loop = seat.loop();
        boolean busy = worked && loop.isBusy();
        if (loop.isOver()) {
            workers.remove(seat);
        } else if (loop.isBlocking()) {
            workers.separate(seat);
        } else {
            if (loop.restNanos() == 0) {
                seat.makeReady();
            } else {
                workers.schedule(seat, System.nanoTime(), loop.restNanos());
            }
            seat.leave();
        }
        if (busy) {
            workers.wakeOne();
        }
    }

    /** The watchdog has given the seat up and says so itself; what it holds is closed here, where its turn was. */
    private void leave(TaskSlot seat) {
        while (!turns.isReleased()) {
            LockSupport.parkNanos(this, SHORTEST_PAUSE_NANOS);
        }
        interrupted();
        seat.loop().close();
    }

    private boolean turn(TaskSlot seat) {
        seat.begin();
        turns.begin(seat);
        try {
            return seat.loop().turn(System.nanoTime());
        } catch (RuntimeException | Error e) {
            seat.loop().broke(e);
            return true;
        } finally {
            condemned = !turns.end();
            /* What a function does to its thread is no concern of the next one. */
            interrupted();
        }
    }

    /** Sleeps until somebody wakes it, or a loop needs a turn by its own word. */
    private void pause() {
        parked = true;
        if (own != null) {
            if (!own.isReady() && own.loop().restNanos() > 0) {
                LockSupport.parkNanos(this, own.loop().restNanos());
            }
        } else if (!workers.hasReady() && !workers.isClosed()) {
            long nanos = workers.sleepNanos(this, System.nanoTime());
            if (nanos == Long.MAX_VALUE) {
                LockSupport.park(this);
            } else {
                LockSupport.parkNanos(this, nanos);
            }
            workers.awake(this);
        }
        parked = false;
    }
}
