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
    private final TurnState<Seat> turns = new TurnState<>();
    private final CallTimer timer = new CallTimer();
    private volatile boolean parked;
    private boolean condemned;
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

    TurnState<Seat> turns() {
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
            } else {
                pause(++idle);
            }
        }
        if (own != null) {
            own.loop().close();
        }
        workers.remove(this);
    }

    /** Along all loops once, beginning behind the one it left off at. */
    private boolean walk() {
        Seat[] seats = workers.shared();
        boolean worked = workers.carry();
        for (int i = 0; i < seats.length && !condemned; i++) {
            at = at + 1 >= seats.length ? 0 : at + 1;
            Seat seat = seats[at];
            if (seat.take()) {
                boolean did = turn(seat);
                worked |= did;
                if (condemned) {
                    leave(seat);
                } else {
                    giveBack(seat, did && seat.loop().isBusy());
                }
            }
        }
        return worked;
    }

    /** One that blocks stays taken, so that nobody but its own thread gives it turns from now on. */
    private void giveBack(Seat seat, boolean busy) {
        if (seat.loop().isOver()) {
            workers.remove(seat);
        } else if (seat.loop().isBlocking()) {
            workers.separate(seat);
        } else {
            seat.leave();
        }
        if (busy) {
            workers.wakeOne();
        }
    }

    /** The watchdog has given the seat up and says so itself; what it holds is closed here, where its turn was. */
    private void leave(Seat seat) {
        while (!turns.isReleased()) {
            LockSupport.parkNanos(this, SHORTEST_PAUSE_NANOS);
        }
        interrupted();
        seat.loop().close();
    }

    private boolean turn(Seat seat) {
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
