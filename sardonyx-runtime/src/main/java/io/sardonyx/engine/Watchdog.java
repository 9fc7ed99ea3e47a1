package io.sardonyx.engine;

import java.util.Arrays;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Notices functions that never return, and tells which. */
final class Watchdog implements AutoCloseable {

    private static final long EVERY_NANOS = 100_000_000;
    private static final long PAUSED_NANOS = 2_000_000_000;
    private static final int DEPTH = 12;

    private final Workers workers;
    private volatile boolean closed;
    private long lookedNanos = System.nanoTime();
    /* When the whole process last came back from a pause, in which nobody can have returned. */
    private long resumedNanos = lookedNanos;
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
            if (now - lookedNanos > PAUSED_NANOS) {
                resumedNanos = now;
            }
            lookedNanos = now;
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
        boolean tooLong = now - worker.sinceNanos() > limit && now - resumedNanos > limit;
        if (tooLong && worker.current() == seat) {
            StackTraceElement[] frames = worker.getStackTrace();
            String stack = Arrays.stream(frames)
                    .limit(DEPTH)
                    .map(StackTraceElement::toString)
                    .collect(Collectors.joining("\n    at "));
            Logs.of(Watchdog.class)
                    .error(
                            "task {} of job {} has not returned for {} ms; it is left behind at\n    at {}",
                            seat.loop().self().task(),
                            seat.loop().self().job(),
                            limit / 1_000_000,
                            stack);
            /* Before it is interrupted, for else it might give that as the reason. */
            seat.loop()
                    .abandon("its function has not returned for " + limit / 1_000_000 + " ms; it is "
                            + Whereabouts.of(frames));
            worker.leaveHanging();
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
