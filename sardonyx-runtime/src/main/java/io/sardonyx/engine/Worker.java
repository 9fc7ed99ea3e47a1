package io.sardonyx.engine;

import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** A thread that gives turns. */
final class Worker extends Thread {

    private static final int SPINS = 3;
    private static final long SHORTEST_PAUSE_NANOS = 20_000;
    private static final long LONGEST_PAUSE_NANOS = 1_000_000;
    /* A word from another process may come in the very moment in which nobody listens. */
    private static final long DORMANT_NANOS = 250_000_000;

    private final Workers workers;
    private final @Nullable Seat own;
    private volatile @Nullable Seat current;
    private volatile long sinceNanos;
    private volatile boolean parked;
    private volatile boolean hanging;
    private int at;

    Worker(Workers workers, int number, @Nullable Seat own) {
        super("sardonyx-worker-" + number);
        this.workers = workers;
        this.own = own;
        this.at = number;
        setDaemon(true);
    }

    boolean isOwn() {
        return own != null;
    }

    boolean isParked() {
        return parked;
    }

    /** What it is giving a turn to, or null. */
    @Nullable
    Seat current() {
        return current;
    }

    long sinceNanos() {
        return sinceNanos;
    }

    /** It does not come back from the present turn; should it ever, it ends. */
    void leaveHanging() {
        hanging = true;
        interrupt();
    }

    @Override
    public void run() {
        int idle = 0;
        while (!workers.isClosed() && !hanging && !(own != null && own.loop().isOver())) {
            if (own == null ? walk() : turn(own)) {
                idle = 0;
            } else {
                pause(++idle);
            }
        }
        if (own != null && !hanging) {
            own.loop().close();
        }
        workers.remove(this);
    }

    /** Along all loops once, beginning behind the one it left off at. */
    private boolean walk() {
        Seat[] seats = workers.shared();
        boolean worked = workers.carry();
        for (int i = 0; i < seats.length && !hanging; i++) {
            at = at + 1 >= seats.length ? 0 : at + 1;
            Seat seat = seats[at];
            if (seat.take()) {
                boolean did = turn(seat);
                if (hanging) {
                    seat.loop().close();
                    return true;
                }
                boolean busy = did && seat.loop().isBusy();
                giveBack(seat);
                worked |= did;
                if (busy) {
                    workers.wakeOne();
                }
            }
        }
        return worked;
    }

    /** One that blocks stays taken, so that nobody but its own thread gives it turns from now on. */
    private void giveBack(Seat seat) {
        if (seat.loop().isOver()) {
            workers.remove(seat);
        } else if (seat.loop().isBlocking()) {
            workers.separate(seat);
        } else {
            seat.leave();
        }
    }

    private boolean turn(Seat seat) {
        long now = System.nanoTime();
        sinceNanos = now;
        current = seat;
        try {
            return seat.loop().turn(now);
        } catch (RuntimeException | Error e) {
            seat.loop().broke(e);
            return true;
        } finally {
            current = null;
            /* What a function does to its thread is no concern of the next one. */
            interrupted();
        }
    }

    private void pause(int idle) {
        if (idle < SPINS) {
            Thread.onSpinWait();
            return;
        }
        parked = true;
        if (own == null && workers.isDormant()) {
            LockSupport.parkNanos(this, DORMANT_NANOS);
        } else {
            int doublings = Math.min(6, (idle - SPINS) / 64);
            LockSupport.parkNanos(this, Math.min(LONGEST_PAUSE_NANOS, SHORTEST_PAUSE_NANOS << doublings));
        }
        parked = false;
    }
}
