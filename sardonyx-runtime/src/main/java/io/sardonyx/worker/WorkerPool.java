package io.sardonyx.worker;

import io.sardonyx.channel.RemoteChannels;
import io.sardonyx.task.TaskExecutor;
import io.sardonyx.task.TaskLoop;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Threads that give task loops turns: about one for each core, and one for each loop that says it blocks.
 *
 * <p>Every worker walks along all loops that are ready, in the order in which segments flow, and takes each that no
 * other has; so what a task has just produced is next consumed on the same core, while it is still in its cache. A loop
 * gets ready when something arrives for it, when there is room behind it again, by an answer or an order, or at the
 * time it has asked for. When none is ready, workers sleep: one until the first of these times, the others until
 * somebody wakes them.
 */
public final class WorkerPool implements TaskExecutor, AutoCloseable {

    private static final Comparator<TaskSlot> IN_FLOW = Comparator.comparing(
                    (TaskSlot seat) -> seat.loop().self().job())
            .thenComparingInt(seat -> seat.loop().order())
            .thenComparingInt(seat -> seat.loop().self().slot());

    private static final int GRAINS = 8;
    /* A full link has room again after about that. */
    private static final long SOON_NANOS = 20_000;
    private static final long ENDING_NANOS = 1_000_000_000;

    private final Object lock = new Object();
    private final List<Worker> workers = new CopyOnWriteArrayList<>();
    private final Watchdog watchdog = new Watchdog(this);
    private final TimerQueue timers = new TimerQueue();
    private volatile ReadyLoops row = ReadyLoops.EMPTY;
    /* Who sleeps until the first timer is due, and when that is; under the lock of timers. */
    private @Nullable Worker keeper;
    private long keeperNanos;
    private volatile @Nullable WireCarrier carrier;
    private volatile boolean closed;
    private int started;

    public WorkerPool(int threads) {
        for (int i = 0; i < threads; i++) {
            start(null);
        }
    }

    /** As many as there are processors. */
    public static WorkerPool forCores() {
        return new WorkerPool(Runtime.getRuntime().availableProcessors());
    }

    @Override
    public void add(TaskLoop loop) {
        var seat = new TaskSlot(loop);
        loop.onWake(() -> wake(seat));
        if (loop.isBlocking()) {
            start(seat);
        } else {
            synchronized (lock) {
                var more = new ArrayList<>(Arrays.asList(row.seats()));
                more.add(seat);
                more.sort(IN_FLOW);
                move(more);
            }
            wakeOne();
        }
        if (carrier != null) {
            carrier.wake();
        }
        watchdog.look();
    }

    private void move(List<TaskSlot> seats) {
        var next = new ReadyLoops(seats.toArray(TaskSlot[]::new));
        for (int i = 0; i < next.size(); i++) {
            next.seat(i).move(next, i);
        }
        row = next;
    }

    /** The loop needs a turn; a worker that walks finds it on its way, else one is woken up. */
    private void wake(TaskSlot seat) {
        if (seat.makeReady()) {
            Worker own = seat.worker();
            if (own != null) {
                LockSupport.unpark(own);
            } else if (!(Thread.currentThread() instanceof Worker worker) || worker.isOwn()) {
                wakeOne();
            }
        }
    }

    /** Loops whose time has come are ready from now on. */
    void expire(long nowNanos) {
        if (timers.isDue(nowNanos)) {
            for (TaskSlot seat = timers.due(nowNanos); seat != null; seat = timers.due(nowNanos)) {
                seat.makeReady();
            }
        }
    }

    /**
     * A loop needs its next turn after so long, if it is not woken before; a little later does no harm, so that many
     * get ready at once.
     */
    void schedule(TaskSlot seat, long nowNanos, long restNanos) {
        if (restNanos == Long.MAX_VALUE) {
            timers.remove(seat);
            return;
        }
        long grain = Math.max(1, Long.highestOneBit(restNanos) / GRAINS);
        long due = nowNanos + restNanos + grain - 1;
        timers.set(seat, due - Math.floorMod(due, grain));
    }

    /** Whether a loop is ready that no worker has, or something is to be carried. */
    boolean hasReady() {
        WireCarrier present = carrier;
        return row.hasReady() || present != null && present.isDue();
    }

    /** How long a worker that finds nothing to do may sleep; only one at a time sleeps no longer than timers let it. */
    long sleepNanos(Worker worker, long nowNanos) {
        WireCarrier present = carrier;
        boolean soon = present != null && present.isStuck();
        synchronized (timers) {
            long left = Math.min(timers.leftNanos(nowNanos), soon ? SOON_NANOS : Long.MAX_VALUE);
            if (left == Long.MAX_VALUE || keeper != null && keeperNanos - nowNanos <= left) {
                return Long.MAX_VALUE;
            }
            keeper = worker;
            keeperNanos = nowNanos + left;
            return left;
        }
    }

    /** The worker does not sleep any more. */
    void awake(Worker worker) {
        synchronized (timers) {
            keeper = keeper == worker ? null : keeper;
        }
    }

    /** Carries what travels between processes, too, from now on. */
    public void carry(RemoteChannels exchange) {
        carrier = new WireCarrier(this, exchange);
    }

    /** A worker has time to carry; whether there was anything to. */
    boolean carry() {
        WireCarrier present = carrier;
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

    /** A loop is over; nobody needs to look at it any more. */
    void remove(TaskSlot seat) {
        synchronized (lock) {
            move(Arrays.stream(row.seats()).filter(other -> other != seat).toList());
        }
        timers.remove(seat);
    }

    /** It turned out to block, so it gets a thread of its own. */
    void separate(TaskSlot seat) {
        remove(seat);
        start(seat);
    }

    void remove(Worker worker) {
        workers.remove(worker);
    }

    /** The turn of a worker was condemned, which is its last one; another worker takes its place. */
    void replace(Worker condemned) {
        workers.remove(condemned);
        start(null);
    }

    /** Whoever waits for something to do looks again. */
    public void wake() {
        for (Worker worker : workers) {
            if (worker.isParked()) {
                LockSupport.unpark(worker);
            }
        }
    }

    /** Wakes one that waits, since there may be more to do than the others can. */
    void wakeOne() {
        for (Worker worker : workers) {
            if (worker.isParked()) {
                LockSupport.unpark(worker);
                return;
            }
        }
    }

    /** Ends every loop, but one that does not return from its function; lifecycles come to their end. */
    @Override
    public void close() {
        closed = true;
        List<Worker> left = List.copyOf(workers);
        left.forEach(LockSupport::unpark);
        watchdog.close();
        if (carrier != null) {
            carrier.close();
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
        for (TaskSlot seat : row.seats()) {
            if (seat.take()) {
                seat.loop().close();
            }
        }
    }
}
