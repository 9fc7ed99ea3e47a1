package io.sardonyx.worker;

import io.sardonyx.call.CallWaitTime;

/** How long a worker has been in the same call; the watchdog's own. */
final class CallTimer {

    private long turn;
    private long steps;
    private long heldNanos;
    private long cpuNanos = CallWaitTime.UNKNOWN;

    /** Whether the worker was in the same turn at the same step when the watchdog looked last. */
    boolean isSame(long turnNow, long stepsNow) {
        return turn == turnNow && steps == stepsNow;
    }

    /** Whether the worker was in the same turn when the watchdog looked last. */
    boolean isWithin(long turnNow) {
        return turn == turnNow;
    }

    /**
     * How long the worker has used the CPU since the last look, if both were measured.
     *
     * @param now how long it has in all, or {@link CallWaitTime#UNKNOWN}
     */
    long used(long now) {
        long before = cpuNanos;
        cpuNanos = now;
        return before == CallWaitTime.UNKNOWN || now == CallWaitTime.UNKNOWN ? CallWaitTime.UNKNOWN : now - before;
    }

    void restart(long turnNow, long stepsNow) {
        turn = turnNow;
        steps = stepsNow;
        heldNanos = 0;
    }

    /** So much later it is still there; how long in all. */
    long held(long moreNanos) {
        heldNanos += moreNanos;
        return heldNanos;
    }
}
