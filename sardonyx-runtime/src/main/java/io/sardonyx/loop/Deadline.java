package io.sardonyx.loop;

/** A moment of a monotonic clock, whose readings may be anything and may wrap around; due from the start. */
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

    /** How long it is until then; 0 when it is due, or was never set. */
    public long leftNanos(long nowNanos) {
        return set ? Math.max(0, atNanos - nowNanos) : 0;
    }

    /** It is due now, whatever it was set to. */
    public void hasten() {
        set = false;
    }
}
