package io.sardonyx.task.input;

/**
 * How long to wait before a plugin is asked again that had nothing to say: an eighth of the time between two answers of
 * late, or of the time that it has been quiet for. So what comes at last is late by a small part of what it was waited
 * for.
 */
public final class PollBackOff {

    /* A thread that sleeps for less than that wakes up some 50 µs later anyway. */
    private static final long SHORT_NANOS = 50_000;
    private static final long SHORTEST_NANOS = 1_000;
    private static final long LONGEST_NANOS = 10_000_000;
    private static final int PART = 8;

    private long lastNanos;
    /* Falls at once and rises slowly, so that a burst is not waited for by the pauses before it. */
    private long gapNanos;
    private boolean begun;

    /** It gave or took something just now. */
    public void active(long nowNanos) {
        if (begun) {
            long gap = nowNanos - lastNanos;
            gapNanos = Math.min(gap, gapNanos + (gap - gapNanos) / PART);
        }
        lastNanos = nowNanos;
        begun = true;
    }

    public long nanos(long nowNanos) {
        if (!begun) {
            active(nowNanos);
        }
        long part = Math.max(gapNanos, nowNanos - lastNanos) / PART;
        return part < SHORT_NANOS ? SHORTEST_NANOS : Math.min(LONGEST_NANOS, part);
    }
}
