package io.sardonyx.worker;

import io.sardonyx.channel.RemoteChannels;
import io.sardonyx.loop.LazyLoggers;
import io.sardonyx.port.Watch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;

/**
 * Gives turns to the exchange with other processes: on the threads of the workers as they come by, and on a thread of
 * its own as long as none has come for some milliseconds, since all of them are inside functions.
 *
 * <p>One thread at a time carries.
 */
final class WireCarrier implements AutoCloseable {

    private static final long UNVISITED_NANOS = 5_000_000;
    private static final long DORMANT_NANOS = 250_000_000;
    private static final long SHORTEST_PAUSE_NANOS = 200_000;
    private static final long LONGEST_PAUSE_NANOS = 5_000_000;
    private static final long ENDING_MILLIS = 1_000;

    private final WorkerPool workers;
    private final RemoteChannels exchange;
    private final Watch nudges;
    private final Thread thread = new Thread(this::standIn, "sardonyx-carrier");
    private final AtomicBoolean carrying = new AtomicBoolean();
    /* Whether something is to be carried that no turn of the exchange has begun to look for. */
    private volatile boolean due;
    /* Whether a worker has come by since this thread looked last. */
    private volatile boolean visited;
    private volatile boolean dormant;
    private long carriedNanos = System.nanoTime();
    private volatile boolean closed;

    WireCarrier(WorkerPool workers, RemoteChannels exchange) {
        this.workers = workers;
        this.exchange = exchange;
        this.nudges = exchange.onArrival(this::nudged);
        thread.setDaemon(true);
        thread.start();
    }

    /** A worker that walks carries on its way and looks for this before it sleeps; else one is woken up. */
    private void nudged() {
        if (!due) {
            due = true;
        }
        if (!(Thread.currentThread() instanceof Worker worker) || worker.isOwn()) {
            workers.wakeOne();
            if (dormant) {
                wake();
            }
        }
    }

    /** There are loops to carry for. */
    void wake() {
        LockSupport.unpark(thread);
    }

    /** Whether something was to be carried that nobody has begun to look for: no worker may sleep. */
    boolean isDue() {
        return due && !exchange.isOver();
    }

    /** Whether something is to be carried soon of which nobody tells. */
    boolean isStuck() {
        return exchange.isStuck();
    }

    /** A worker comes by: it carries unless another thread does; whether there was anything. */
    boolean visit() {
        if (!visited) {
            visited = true;
        }
        return carry();
    }

    private boolean carry() {
        if (exchange.isOver() || carrying.get() || !carrying.compareAndSet(false, true)) {
            return false;
        }
        try {
            due = false;
            return exchange.turn(System.nanoTime());
        } catch (RuntimeException | Error e) {
            /* Whoever asks the exchange hears of it, and ends the process. */
            LazyLoggers.of(WorkerPool.class).error("what travels between processes is not carried any more", e);
            return true;
        } finally {
            carrying.set(false);
        }
    }

    /** Carries while no worker comes by. */
    private void standIn() {
        while (!closed && !exchange.isOver()) {
            boolean alone = !visited;
            visited = false;
            if (!workers.hasLoops()) {
                LockSupport.park(this);
            } else if (!alone || !carry()) {
                pause(alone);
            } else {
                carriedNanos = System.nanoTime();
            }
        }
    }

    /** The longer there was nothing to carry, the seldomer it looks. */
    private void pause(boolean alone) {
        long now = System.nanoTime();
        if (exchange.isDormant()) {
            dormant = true;
            LockSupport.parkNanos(this, DORMANT_NANOS);
            dormant = false;
        } else if (alone) {
            long quiet = (now - carriedNanos) / 8;
            LockSupport.parkNanos(this, Math.max(SHORTEST_PAUSE_NANOS, Math.min(LONGEST_PAUSE_NANOS, quiet)));
        } else {
            carriedNanos = now;
            LockSupport.parkNanos(this, UNVISITED_NANOS);
        }
    }

    @Override
    public void close() {
        closed = true;
        nudges.close();
        LockSupport.unpark(thread);
        try {
            thread.join(ENDING_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
