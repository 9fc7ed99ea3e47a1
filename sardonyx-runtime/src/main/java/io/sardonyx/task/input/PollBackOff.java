package io.sardonyx.task.input;

/**
 * Back-off between polls of a plugin that had nothing: an eighth of the usual time between two results, or of the time
 * since the last one. So the latency added to a result is a small part of the time it took to come.
 */
public final class PollBackOff {

    /* Below this, sleeping is pointless: a thread wakes up some 50 µs late anyway. */
    private static final long SHORT_NANOS = 50_000;
    private static final long SHORTEST_NANOS = 1_000;
    private static final long LONGEST_NANOS = 10_000_000;
    private static final int PART = 8;

    private long lastNanos;
    /*
     * Moving average of the gap between results; it falls at once and rises slowly, so that a burst is not delayed by
     * earlier pauses.
     */
    private long gapNanos;
    private boolean begun;

    /** Notes that the plugin gave or took something now. */
    public void active(long nowNanos) {
        if (begun) {
            long gap = nowNanos - lastNanos;
            gapNanos = Math.min(gap, gapNanos + (gap - gapNanos) / PART);
        }
        lastNanos = nowNanos;
        begun = true;
    }

    /** Time until the next poll in nanoseconds. */
    public long nanos(long nowNanos) {
        if (!begun) {
            active(nowNanos);
        }
        long part = Math.max(gapNanos, nowNanos - lastNanos) / PART;
        return part < SHORT_NANOS ? SHORTEST_NANOS : Math.min(LONGEST_NANOS, part);
    }
}
