package io.sardonyx.engine;

import java.util.Arrays;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Notices functions that never return, and tells which. */
final class Watchdog implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(Watchdog.class);
    private static final long EVERY_NANOS = 100_000_000;
    private static final int DEPTH = 12;

    private final Workers workers;
    private volatile boolean closed;
    private @Nullable Thread thread;

    Watchdog(Workers workers) {
        this.workers = workers;
    }

    /** From the first loop on there is something to watch. */
    synchronized void look() {
        if (thread == null && !closed) {
            thread = new Thread(this::watch, "sardonyx-watchdog");
            thread.setDaemon(true);
            thread.start();
        }
    }

    private void watch() {
        while (!closed) {
            long now = System.nanoTime();
            for (Worker worker : workers.workers()) {
                check(worker, now);
            }
            LockSupport.parkNanos(this, EVERY_NANOS);
        }
    }

    private void check(Worker worker, long now) {
        Seat seat = worker.current();
        if (seat == null || seat.loop().isBlocking()) {
            return;
        }
        long limit = seat.loop().tuning().turnLimit().toNanos();
        if (now - worker.sinceNanos() > limit && worker.current() == seat) {
            String stack = Arrays.stream(worker.getStackTrace())
                    .limit(DEPTH)
                    .map(StackTraceElement::toString)
                    .collect(Collectors.joining("\n    at "));
            LOG.error(
                    "task {} of job {} has not returned for {} ms; it is left behind at\n    at {}",
                    seat.loop().self().task(),
                    seat.loop().self().job(),
                    limit / 1_000_000,
                    stack);
            worker.leaveHanging();
            seat.loop().abandon("its function has not returned for " + limit / 1_000_000 + " ms; it is at " + stack);
            workers.remove(seat);
            workers.replace(worker);
        }
    }

    @Override
    public synchronized void close() {
        closed = true;
        if (thread != null) {
            LockSupport.unpark(thread);
        }
    }
}
