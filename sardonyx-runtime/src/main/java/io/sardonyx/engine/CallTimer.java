package io.sardonyx.engine;

/** How long a worker has been in the same call; the watchdog's own. */
final class CallTimer {

    private long turn;
    private long steps;
    private long heldNanos;

    /** Whether the worker was in the same turn at the same step when the watchdog looked last. */
    boolean isSame(long turnNow, long stepsNow) {
        return turn == turnNow && steps == stepsNow;
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
