package io.sardonyx.engine;

import io.sardonyx.delivery.WireExchange;
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
 * <p>Every worker walks along all loops, in the order in which segments flow, and takes each that no other has; so what
 * a task has just produced is next consumed on the same core, while it is still in its cache, and no loop waits as long
 * as a worker is idle.
 */
public final class Workers implements Crew, AutoCloseable {

    private static final Comparator<Seat> IN_FLOW = Comparator.comparing(
                    (Seat seat) -> seat.loop().self().job())
            .thenComparingInt(seat -> seat.loop().order())
            .thenComparingInt(seat -> seat.loop().self().slot());

    private static final long ENDING_NANOS = 1_000_000_000;

    private final Object lock = new Object();
    private final List<Worker> workers = new CopyOnWriteArrayList<>();
    private final Watchdog watchdog = new Watchdog(this);
    private volatile Seat[] shared = {};
    private volatile @Nullable Carrier carrier;
    private volatile boolean closed;
    private int started;

    public Workers(int threads) {
        for (int i = 0; i < threads; i++) {
            start(null);
        }
    }

    /** As many as there are processors. */
    public static Workers forCores() {
        return new Workers(Runtime.getRuntime().availableProcessors());
    }

    @Override
    public void add(TaskLoop loop) {
        var seat = new Seat(loop);
        if (loop.isBlocking()) {
            start(seat);
        } else {
            synchronized (lock) {
                var more = new ArrayList<>(Arrays.asList(shared));
                more.add(seat);
                more.sort(IN_FLOW);
                shared = more.toArray(Seat[]::new);
            }
            wake();
            if (carrier != null) {
                carrier.wake();
            }
        }
        watchdog.look();
    }

    /** Carries what travels between processes, too, from now on. */
    public void carry(WireExchange exchange) {
        carrier = new Carrier(this, exchange);
    }

    /** A worker has time to carry; whether there was anything to. */
    boolean carry() {
        Carrier present = carrier;
        return present != null && present.visit();
    }

    /** Whether nobody has anything to do before somebody wakes them up. */
    boolean isDormant() {
        Carrier present = carrier;
        return shared.length == 0 && (present == null || present.isDormant()) && !closed;
    }

    /** Whether any loop gets turns. */
    boolean hasLoops() {
        return shared.length > 0 || workers.stream().anyMatch(Worker::isOwn);
    }

    private void start(@Nullable Seat own) {
        synchronized (lock) {
            var worker = new Worker(this, started++, own);
            workers.add(worker);
            worker.start();
        }
    }

    Seat[] shared() {
        return shared;
    }

    boolean isClosed() {
        return closed;
    }

    List<Worker> workers() {
        return workers;
    }

    /** A loop is over; nobody needs to look at it any more. */
    void remove(Seat seat) {
        synchronized (lock) {
            shared = Arrays.stream(shared).filter(other -> other != seat).toArray(Seat[]::new);
        }
    }

    /** It turned out to block, so it gets a thread of its own. */
    void separate(Seat seat) {
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

    /** Ends every loop, but one that does not return from its function. */
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
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        for (Seat seat : shared) {
            if (seat.take()) {
                seat.loop().close();
            }
        }
    }
}
