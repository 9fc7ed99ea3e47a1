package io.sardonyx.worker;

import io.sardonyx.channel.RemoteChannels;
import io.sardonyx.loop.LazyLoggers;
import io.sardonyx.port.Watch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;

/**
 * Drives the remote channels: workers give them turns as they pass by, and a thread of its own does so while no worker
 * has for some milliseconds, because all of them are inside functions.
 *
 * <p>One thread at a time polls: the flag {@code polling} is a try-lock, whose release and acquire order the turns by
 * happens-before.
 */
final class WirePoller implements AutoCloseable {

    /** Pause of its own thread while workers do the work. */
    private static final long UNVISITED_NANOS = 5_000_000;
    /** Pause while there is no other process to talk to. */
    private static final long DORMANT_NANOS = 250_000_000;

    private static final long SHORTEST_PAUSE_NANOS = 200_000;
    private static final long LONGEST_PAUSE_NANOS = 5_000_000;
    /** Longest wait for the thread at close, in milliseconds. */
    private static final long ENDING_MILLIS = 1_000;

    private final WorkerPool workers;
    private final RemoteChannels exchange;
    private final Watch nudges;
    private final Thread thread = new Thread(this::standIn, "sardonyx-wire");
    private final AtomicBoolean polling = new AtomicBoolean();
    /*
     * Whether there is news that no turn of the channels has begun to look at. Set by any thread, cleared before a
     * turn.
     */
    private volatile boolean due;
    /* Whether a worker has passed by since its own thread looked last; a hint. */
    private volatile boolean visited;
    /* Whether its own thread sleeps for long and must be woken by news. */
    private volatile boolean dormant;
    /* Confined to its own thread. */
    private long busyNanos = System.nanoTime();
    private volatile boolean closed;

    WirePoller(WorkerPool workers, RemoteChannels exchange) {
        this.workers = workers;
        this.exchange = exchange;
        this.nudges = exchange.onArrival(this::nudged);
        thread.setDaemon(true);
        thread.start();
    }

    /**
     * Called on any thread when there may be something to receive or send. A shared worker polls on its next walk and
     * checks {@code due} before it sleeps; for any other thread a worker is woken.
     */
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

    /** Wakes its own thread: there are loops that communicate. */
    void wake() {
        LockSupport.unpark(thread);
    }

    /** Whether there is news that no thread has begun to look at: no worker may sleep. */
    boolean isDue() {
        return due && !exchange.isOver();
    }

    /** Whether a link was full. Links do not signal room, so a worker has to try again soon. */
    boolean isStuck() {
        return exchange.isStuck();
    }

    /** A worker passes by: polls unless another thread does; whether there was anything. */
    boolean visit() {
        if (!visited) {
            visited = true;
        }
        return poll();
    }

    private boolean poll() {
        if (exchange.isOver() || polling.get() || !polling.compareAndSet(false, true)) {
            return false;
        }
        try {
            // Before the turn: news that comes during the turn must be seen by the next.
            due = false;
            return exchange.turn(System.nanoTime());
        } catch (RuntimeException | Error e) {
            /* The channels keep the exception; check() rethrows it in the group's turn, which ends the process. */
            LazyLoggers.of(WorkerPool.class).error("messages between processes are no longer sent or received", e);
            return true;
        } finally {
            polling.set(false);
        }
    }

    /** Loop of its own thread: polls while no worker passes by. */
    private void standIn() {
        while (!closed && !exchange.isOver()) {
            boolean alone = !visited;
            visited = false;
            if (!workers.hasLoops()) {
                LockSupport.park(this);
            } else if (!alone || !poll()) {
                pause(alone);
            } else {
                busyNanos = System.nanoTime();
            }
        }
    }

    /** Pauses with a back-off: an eighth of the time since there was something to receive or send. */
    private void pause(boolean alone) {
        long now = System.nanoTime();
        if (exchange.isDormant()) {
            dormant = true;
            LockSupport.parkNanos(this, DORMANT_NANOS);
            dormant = false;
        } else if (alone) {
            long quiet = (now - busyNanos) / 8;
            LockSupport.parkNanos(this, Math.max(SHORTEST_PAUSE_NANOS, Math.min(LONGEST_PAUSE_NANOS, quiet)));
        } else {
            busyNanos = now;
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
