package io.sardonyx.group;

/** A moment of a monotonic clock, whose readings may be anything and may wrap around; due from the start. */
final class Deadline {

    private boolean set;
    private long atNanos;

    boolean isDue(long nowNanos) {
        return !set || nowNanos - atNanos >= 0;
    }

    void set(long nanos) {
        set = true;
        atNanos = nanos;
    }
}
