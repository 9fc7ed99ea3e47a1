package io.sardonyx.worker;

import io.sardonyx.call.CallWaitTime;

/**
 * Timer of a worker's present call, from samples of the watchdog: how long turn and step count have not changed.
 * Confined to the watchdog's thread.
 */
final class CallTimer {

    private long turn;
    private long steps;
    private long heldNanos;
    private long cpuNanos = CallWaitTime.UNKNOWN;

    /** Whether turn and step count are those of the last sample. */
    boolean isSame(long turnNow, long stepsNow) {
        return turn == turnNow && steps == stepsNow;
    }

    /** Whether the turn is that of the last sample. */
    boolean isWithin(long turnNow) {
        return turn == turnNow;
    }

    /**
     * CPU time used since the last sample in nanoseconds, or {@link CallWaitTime#UNKNOWN} unless both were measured.
     *
     * @param now CPU time of the worker's thread in all, or {@link CallWaitTime#UNKNOWN}
     */
    long used(long now) {
        long before = cpuNanos;
        cpuNanos = now;
        return before == CallWaitTime.UNKNOWN || now == CallWaitTime.UNKNOWN ? CallWaitTime.UNKNOWN : now - before;
    }

    /** Starts to time a new call. */
    void restart(long turnNow, long stepsNow) {
        turn = turnNow;
        steps = stepsNow;
        heldNanos = 0;
    }

    /** Adds to the time that the call has lasted; returns the sum in nanoseconds. */
    long held(long moreNanos) {
        heldNanos += moreNanos;
        return heldNanos;
    }
}
