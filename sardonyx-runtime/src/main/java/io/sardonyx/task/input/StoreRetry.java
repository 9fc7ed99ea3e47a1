package io.sardonyx.task.input;

import io.sardonyx.loop.BackOff;
import io.sardonyx.loop.Deadline;
import io.sardonyx.loop.LazyLoggers;
import io.sardonyx.port.Forbidden;
import io.sardonyx.port.Unreadable;
import io.sardonyx.report.Waiting;
import io.sardonyx.task.TaskLoop;
import java.time.Duration;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/**
 * Retry policy for documents of the store, with a back-off from 0.1 to 10 s. From the third failure in a row on, the
 * reason is logged once and part of the task's report until it succeeds.
 */
public final class StoreRetry {

    private static final Duration FIRST = Duration.ofMillis(100);
    private static final Duration LONGEST = Duration.ofSeconds(10);
    private static final int FAILURES_UNTOLD = 2;

    private final String what;
    private final String remedy;
    private final BackOff backOff;
    private final Deadline next = new Deadline();
    private int failures;
    private long pauseNanos;
    private long sinceMillis;
    private @Nullable Waiting waiting;

    /**
     * For documents of one kind.
     *
     * @param what their name within a sentence
     * @param remedy what to do when one is damaged
     */
    public StoreRetry(String what, String remedy) {
        this.what = what;
        this.remedy = remedy;
        /* Seeded by the name: the same in every run of a simulation, different between tasks and partitions. */
        this.backOff = new BackOff(FIRST, LONGEST, new SplittableRandom(what.hashCode()));
    }

    /**
     * Whether the back-off is over. It starts with the first call after a failure, since failures come without a time.
     */
    public boolean isDue(long nowNanos) {
        if (pauseNanos > 0) {
            next.set(nowNanos + pauseNanos);
            pauseNanos = 0;
        }
        return next.isDue(nowNanos);
    }

    /** Resets the back-off. */
    void succeeded() {
        if (failures > 0) {
            failures = 0;
            waiting = null;
            backOff.succeeded();
        }
    }

    /** Counts a failure: no answer, or one that cannot be used. */
    public void failed(Throwable failure) {
        failed("", failure);
    }

    /**
     * Counts a failure.
     *
     * @param subject what failed of all that is meant, or nothing if the failure says so itself
     */
    void failed(String subject, Throwable failure) {
        long nowMillis = System.currentTimeMillis();
        pauseNanos = backOff.nextNanos();
        sinceMillis = failures == 0 ? nowMillis : sinceMillis;
        failures++;
        if (failures > FAILURES_UNTOLD) {
            waiting = new Waiting(reason(subject, failure), sinceMillis, nowMillis + pauseNanos / 1_000_000);
        }
        if (failures == FAILURES_UNTOLD + 1) {
            LazyLoggers.of(TaskLoop.class).warn("{}", reason(subject, failure));
        }
    }

    private String reason(String subject, Throwable failure) {
        String why = what + " cannot be read or written: " + (subject.isEmpty() ? "" : subject + ": ")
                + failure.getMessage();
        if (failure instanceof Forbidden) {
            return why + "; give this process the right to";
        }
        return failure instanceof Unreadable ? why + "; " + remedy : why;
    }

    /** What is waited for, from the third failure in a row on; else null. */
    @Nullable
    public Waiting waiting() {
        return waiting;
    }
}
