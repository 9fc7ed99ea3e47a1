package io.sardonyx.loop;

/**
 * A timer on a monotonic clock such as {@link System#nanoTime}, whose values may be negative and wrap around. Due until
 * it is first set. Not thread-safe.
 */
public final class Deadline {

    private boolean set;
    private long atNanos;

    public boolean isDue(long nowNanos) {
        return !set || nowNanos - atNanos >= 0;
    }

    public void set(long nanos) {
        set = true;
        atNanos = nanos;
    }

    /** Nanoseconds until it is due; 0 when it is, or was never set. */
    public long leftNanos(long nowNanos) {
        return set ? Math.max(0, atNanos - nowNanos) : 0;
    }

    /** Makes it due now. */
    public void hasten() {
        set = false;
    }
}
