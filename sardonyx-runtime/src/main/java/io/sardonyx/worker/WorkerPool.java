package io.sardonyx.worker;

import io.sardonyx.channel.RemoteChannels;
import io.sardonyx.task.ProcessResources.TaskExecutor;
import io.sardonyx.task.TaskLoop;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Thread pool for task loops: about one worker per core, and a dedicated thread for each loop that blocks.
 *
 * <p>Every shared worker walks along all ready loops in topological order and takes each that no other worker has; so
 * what a task has just produced is consumed next on the same core, while it is still in the cache. A loop becomes ready
 * when something arrives, when there is room downstream again, by an answer of the store or an order, or by its timer.
 * When none is ready, workers park: one until the first timer (the keeper), the others until they are woken.
 */
public final class WorkerPool implements TaskExecutor, AutoCloseable {

    /** Topological order within a job, so that a walk follows the flow of segments. */
    private static final Comparator<TaskSlot> IN_FLOW = Comparator.comparing(
                    (TaskSlot slot) -> slot.loop().self().job())
            .thenComparingInt(slot -> slot.loop().order())
            .thenComparingInt(slot -> slot.loop().self().slot());

    /** Timers are rounded up to an eighth of their length, so that many expire together. */
    private static final int GRAINS = 8;
    /* Poll interval for a full link, which does not signal room. */
    private static final long SOON_NANOS = 20_000;
    /* Waking up costs some 20 µs of CPU time: shorter sleeps would keep a core busy for little less latency. */
    private static final long SHORTEST_SLEEP_NANOS = 25_000;
    /** Grace period in nanoseconds for running turns when the pool is closed. */
    private static final long ENDING_NANOS = 1_000_000_000;

    /* Guards changes of the workers and of the row. */
    private final Object lock = new Object();
    private final List<Worker> workers = new CopyOnWriteArrayList<>();
    private final Watchdog watchdog = new Watchdog(this);
    private final TimerQueue timers = new TimerQueue();
    /* Immutable array with a bitmap, replaced under the lock, read by workers without it. */
    private volatile ReadyLoops row = ReadyLoops.EMPTY;
    /*
     * The worker that parks until the first timer (leader-follower), and until when. Guarded by the monitor of timers.
     */
    private @Nullable Worker keeper;
    private long keeperNanos;
    private volatile @Nullable WirePoller poller;
    private volatile boolean closed;
    /* Guarded by the lock. */
    private int started;

    public WorkerPool(int threads) {
        for (int i = 0; i < threads; i++) {
            start(null);
        }
    }

    /** A pool with as many workers as there are processors. */
    public static WorkerPool forCores() {
        return new WorkerPool(Runtime.getRuntime().availableProcessors());
    }

    /** Adds a loop; from any thread. */
    @Override
    public void add(TaskLoop loop) {
        var slot = new TaskSlot(loop);
        loop.onWake(() -> wake(slot));
        if (loop.isBlocking()) {
            start(slot);
        } else {
            synchronized (lock) {
                var more = new ArrayList<>(Arrays.asList(row.slots()));
                more.add(slot);
                more.sort(IN_FLOW);
                move(more);
            }
            wakeOne();
        }
        if (poller != null) {
            poller.wake();
        }
        watchdog.look();
    }

    /**
     * Replaces the row. Slots move before the new row is published, so a loop that becomes ready meanwhile is marked in
     * it.
     */
    private void move(List<TaskSlot> slots) {
        var next = new ReadyLoops(slots.toArray(TaskSlot[]::new));
        for (int i = 0; i < next.size(); i++) {
            next.slot(i).move(next, i);
        }
        row = next;
    }

    /**
     * Marks a loop as ready. A shared worker that does so finds it on its walk before it parks; for any other thread a
     * worker is woken.
     */
    private void wake(TaskSlot slot) {
        if (slot.makeReady()) {
            Worker own = slot.worker();
            if (own != null) {
                LockSupport.unpark(own);
            } else if (!(Thread.currentThread() instanceof Worker worker) || worker.isOwn()) {
                wakeOne();
            }
        }
    }

    /** Marks the loops whose timers are due as ready. */
    void expire(long nowNanos) {
        if (timers.isDue(nowNanos)) {
            for (TaskSlot slot = timers.due(nowNanos); slot != null; slot = timers.due(nowNanos)) {
                slot.makeReady();
            }
        }
    }

    /**
     * Sets the timer of a loop, rounded up so that many loops become ready at once; the calling worker takes it into
     * account before it parks.
     */
    void schedule(TaskSlot slot, long nowNanos, long restNanos) {
        if (restNanos == Long.MAX_VALUE) {
            timers.remove(slot);
            return;
        }
        long grain = Math.max(1, Long.highestOneBit(restNanos) / GRAINS);
        long due = nowNanos + restNanos + grain - 1;
        timers.set(slot, due - Math.floorMod(due, grain));
    }

    /** Whether a loop is ready that no worker has, or there is something to receive from or send to other processes. */
    boolean hasReady() {
        WirePoller present = poller;
        return row.hasReady() || present != null && present.isDue();
    }

    /** How long an idle worker may park: the keeper until the first timer, the others until they are woken. */
    long sleepNanos(Worker worker, long nowNanos) {
        WirePoller present = poller;
        boolean soon = present != null && present.isStuck();
        synchronized (timers) {
            long left = Math.min(timers.leftNanos(nowNanos), soon ? SOON_NANOS : Long.MAX_VALUE);
            if (left == Long.MAX_VALUE || keeper != null && keeperNanos - nowNanos <= left) {
                return Long.MAX_VALUE;
            }
            keeper = worker;
            keeperNanos = nowNanos + left;
            return Math.max(left, SHORTEST_SLEEP_NANOS);
        }
    }

    /** The worker has woken up; if it was the keeper, the next idle worker becomes it. */
    void awake(Worker worker) {
        synchronized (timers) {
            keeper = keeper == worker ? null : keeper;
        }
    }

    /** Sets the remote channels to which workers give turns from now on. */
    public void attach(RemoteChannels exchange) {
        poller = new WirePoller(this, exchange);
    }

    /** Gives the remote channels a turn, if there are any; whether there was anything to receive or send. */
    boolean pollWire() {
        WirePoller present = poller;
        return present != null && present.visit();
    }

    /** Whether any loop gets turns. */
    boolean hasLoops() {
        return row.size() > 0 || workers.stream().anyMatch(Worker::isOwn);
    }

    private void start(@Nullable TaskSlot own) {
        synchronized (lock) {
            var worker = new Worker(this, started++, own);
            if (own != null) {
                own.separate(worker);
            }
            workers.add(worker);
            worker.start();
        }
    }

    ReadyLoops row() {
        return row;
    }

    boolean isClosed() {
        return closed;
    }

    List<Worker> workers() {
        return workers;
    }

    /** Removes a loop that is over. */
    void remove(TaskSlot slot) {
        synchronized (lock) {
            move(Arrays.stream(row.slots()).filter(other -> other != slot).toList());
        }
        timers.remove(slot);
    }

    /**
     * Gives a loop that turned out to block a thread of its own; the caller owns it and hands it over by starting the
     * thread.
     */
    void separate(TaskSlot slot) {
        remove(slot);
        start(slot);
    }

    void remove(Worker worker) {
        workers.remove(worker);
    }

    /** Replaces a worker whose turn was condemned, which was its last. */
    void replace(Worker condemned) {
        workers.remove(condemned);
        start(null);
    }

    /** Wakes all parked workers. */
    public void wake() {
        for (Worker worker : workers) {
            if (worker.isParked()) {
                LockSupport.unpark(worker);
            }
        }
    }

    /** Wakes one parked worker, because there may be more to do than the running ones can. */
    void wakeOne() {
        for (Worker worker : workers) {
            if (worker.isParked()) {
                LockSupport.unpark(worker);
                return;
            }
        }
    }

    /**
     * Stops the workers and ends every loop except one whose function does not return; waits for lifecycles that are
     * running.
     */
    @Override
    public void close() {
        closed = true;
        List<Worker> left = List.copyOf(workers);
        left.forEach(LockSupport::unpark);
        watchdog.close();
        if (poller != null) {
            poller.close();
        }
        long until = System.nanoTime() + ENDING_NANOS;
        try {
            for (Worker worker : left) {
                worker.join(Math.max(1, (until - System.nanoTime()) / 1_000_000));
                while (worker.isAlive() && worker.isEnding()) {
                    worker.join(1);
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        for (TaskSlot slot : row.slots()) {
            if (slot.take()) {
                slot.loop().close();
            }
        }
    }
}
