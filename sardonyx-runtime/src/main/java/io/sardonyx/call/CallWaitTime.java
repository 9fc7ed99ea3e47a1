package io.sardonyx.call;

/**
 * How much of the time that the long turns of a task take is spent waiting, not computing; the watchdog's own but for
 * the verdict, which anybody may ask for.
 */
public final class CallWaitTime {

    /** Before turns have been long for so much time it is not worth asking the system for CPU time. */
    private static final long WORTH_NANOS = 250_000_000;

    private static final long MEASURED_NANOS = 1_000_000_000;
    /* Who uses the CPU for less than this part of the time waits. */
    private static final int PART = 20;

    /** What is passed for CPU time that nobody has measured. */
    public static final long UNKNOWN = -1;

    private long longNanos;
    private long measuredNanos;
    private long cpuNanos;
    private volatile boolean waits;

    /** Whether its CPU time is to be measured. */
    public boolean isMeasured() {
        return longNanos >= WORTH_NANOS && !waits;
    }

    /**
     * A turn was long for so much more time.
     *
     * @param cpu how long its thread used the CPU meanwhile, or {@link #UNKNOWN}
     * @return whether it is known from now on that it waits
     */
    public boolean passed(long nanos, long cpu) {
        if (cpu == UNKNOWN) {
            longNanos += nanos;
            return false;
        }
        measuredNanos += nanos;
        cpuNanos += cpu;
        if (waits || measuredNanos < MEASURED_NANOS) {
            return false;
        }
        waits = cpuNanos < measuredNanos / PART;
        measuredNanos = 0;
        cpuNanos = 0;
        return waits;
    }

    /** Whether it was found to wait in its turns. */
    public boolean isWaiting() {
        return waits;
    }
}
