package io.sardonyx.worker;

import io.sardonyx.call.CallProgress;
import io.sardonyx.call.CallWaitTime;
import io.sardonyx.call.UserFrames;
import io.sardonyx.loop.LazyLoggers;
import io.sardonyx.task.TaskLoop;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.Arrays;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Watchdog thread: asks long turns to end early, detects calls that block, and condemns turns whose call does not
 * return within the task's limit.
 *
 * <p>It samples the workers seldom, and often while turns are long. Between two samples at most 0.2 s count, so that a
 * pause of the whole process (GC, suspend) condemns no turn. Fields are confined to its thread unless stated otherwise.
 */
final class Watchdog implements AutoCloseable {

    /** Sampling intervals in nanoseconds. */
    private static final long SELDOM_NANOS = 100_000_000;

    private static final long OFTEN_NANOS = 5_000_000;
    /* For so long after a long turn it samples often, since more of them are likely. */
    private static final long ALERT_NANOS = 1_000_000_000;
    private static final long MOST_PASSED_NANOS = 2 * SELDOM_NANOS;
    /** Stack frames in the log message about a stuck call. */
    private static final int DEPTH = 12;

    private final WorkerPool workers;
    private volatile boolean closed;
    private long lookedNanos = System.nanoTime();
    private long longTurnNanos = lookedNanos - ALERT_NANOS;
    private boolean often;
    private long pauseNanos = SELDOM_NANOS;
    /* Whether this sample comes late, because the process stood still (GC) or the machine has too much to do. */
    private boolean late;
    /* Guarded by this. */
    private @Nullable Thread thread;

    Watchdog(WorkerPool workers) {
        this.workers = workers;
    }

    /** Starts the thread with the first loop; later wakes it, since there is a loop to watch. */
    synchronized void look() {
        if (thread == null && !closed) {
            thread = new Thread(this::watch, "sardonyx-watchdog");
            thread.setDaemon(true);
            thread.start();
        } else if (thread != null) {
            LockSupport.unpark(thread);
        }
    }

    private void watch() {
        while (!closed) {
            if (workers.hasLoops()) {
                long now = System.nanoTime();
                late = now - lookedNanos > 2 * pauseNanos;
                boolean within = false;
                for (Worker worker : workers.workers()) {
                    within |= check(worker, now);
                }
                lookedNanos = now;
                /* One sample finds that a turn is under way, the next whether it is still the same. */
                often = now - longTurnNanos < ALERT_NANOS || within && !often;
                pauseNanos = often ? OFTEN_NANOS : SELDOM_NANOS;
                LockSupport.parkNanos(this, pauseNanos);
            } else {
                LockSupport.park(this);
            }
        }
    }

    /** Samples a worker; whether it is within a turn that has not been asked to leave yet. */
    private boolean check(Worker worker, long now) {
        long turn = worker.turns().current();
        TaskSlot slot = worker.turns().given();
        if (turn == 0 || slot == null) {
            return false;
        }
        CallProgress progress = slot.loop().progress();
        CallTimer timer = worker.timer();
        long steps = progress.steps();
        boolean asked = progress.isLeaving();
        measure(worker, slot.loop(), turn, Math.min(now - lookedNanos, MOST_PASSED_NANOS));
        if (!timer.isSame(turn, steps)) {
            timer.restart(turn, steps);
        } else if (!asked) {
            progress.leave();
            /* Loops that this worker made ready, or whose timer it kept, need another worker meanwhile. */
            workers.wakeOne();
            timer.restart(turn, steps);
            longTurnNanos = now;
        } else {
            long limit = slot.loop().tuning().turnLimit().toNanos();
            long held = timer.held(Math.min(now - lookedNanos, MOST_PASSED_NANOS));
            if (held > limit && !slot.loop().isBlocking()) {
                end(worker, progress, turn, steps);
            }
        }
        return !asked;
    }

    /**
     * Detects blocking: a task whose turns are long and hardly use the CPU occupies a worker; logged once per task. A
     * late sample does not count: a turn that was held up by what held up this thread does not wait by itself.
     */
    private void measure(Worker worker, TaskLoop loop, long turn, long passedNanos) {
        CallTimer timer = worker.timer();
        CallWaitTime waits = loop.waits();
        boolean within = timer.isWithin(turn) && loop.isWorking() && !loop.isBlocking();
        long used = timer.used(waits.isMeasured() ? Cpu.nanos(worker) : CallWaitTime.UNKNOWN);
        if (within && !late && waits.passed(passedNanos, used)) {
            LazyLoggers.of(Watchdog.class)
                    .warn(
                            "task {} of job {} waits in its calls and hardly uses the CPU; say blocking: true of it, so"
                                    + " that it gets a thread of its own and holds up no other task; it was {}",
                            loop.self().task(),
                            loop.self().job(),
                            UserFrames.of(worker.getStackTrace()));
        }
    }

    /** Holder, so that the management classes are loaded only once a turn is long. */
    private static final class Cpu {

        private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

        private Cpu() {}

        static long nanos(Thread thread) {
            return THREADS.isThreadCpuTimeSupported() ? THREADS.getThreadCpuTime(thread.getId()) : CallWaitTime.UNKNOWN;
        }
    }

    /**
     * Condemns the turn of a stuck call, abandons its loop and replaces the worker; nothing happens if the call returns
     * at this moment.
     */
    private void end(Worker worker, CallProgress progress, long turn, long steps) {
        StackTraceElement[] frames = worker.getStackTrace();
        TaskSlot condemned = progress.steps() == steps ? worker.turns().condemn(turn) : null;
        if (condemned == null) {
            return;
        }
        try {
            tell(condemned.loop(), frames);
        } finally {
            /* The interrupt comes after the report, or the function's reaction to it could be reported as the cause. */
            worker.interrupt();
            worker.turns().release();
            workers.remove(condemned);
            workers.replace(worker);
        }
    }

    private static void tell(TaskLoop loop, StackTraceElement... frames) {
        long limitMillis = loop.tuning().turnLimit().toMillis();
        String stack = Arrays.stream(frames)
                .limit(DEPTH)
                .map(StackTraceElement::toString)
                .collect(Collectors.joining("\n    at "));
        LazyLoggers.of(Watchdog.class)
                .error(
                        "task {} of job {} has not returned for {} ms; it is left behind at\n    at {}",
                        loop.self().task(),
                        loop.self().job(),
                        limitMillis,
                        stack);
        loop.abandon("its function has not returned for " + limitMillis + " ms; it is " + UserFrames.of(frames));
    }

    @Override
    public synchronized void close() {
        closed = true;
        if (thread != null) {
            LockSupport.unpark(thread);
        }
    }
}
