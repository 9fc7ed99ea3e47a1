package io.sardonyx.call;

/**
 * Detector of blocking calls: compares the duration of a task's long turns with the CPU time they use. Confined to the
 * watchdog's thread, except for the result, which is volatile.
 */
public final class CallWaitTime {

    /** Time in long turns before it is worth asking the operating system for CPU time. */
    private static final long WORTH_NANOS = 250_000_000;

    /* Time in long turns over which CPU use is measured. */
    private static final long MEASURED_NANOS = 1_000_000_000;
    /* A task that uses the CPU for less than one part in so many is blocking. */
    private static final int PART = 20;

    /** CPU time that was not measured. */
    public static final long UNKNOWN = -1;

    private long longNanos;
    private long measuredNanos;
    private long cpuNanos;
    private volatile boolean waits;

    /** Whether CPU time is to be measured for the next sample. */
    public boolean isMeasured() {
        return longNanos >= WORTH_NANOS && !waits;
    }

    /**
     * Adds a sample of a long turn.
     *
     * @param cpu CPU time its thread used meanwhile in nanoseconds, or {@link #UNKNOWN}
     * @return whether the task was found to block by this sample
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

    /** Whether the task was found to block in its calls; for any thread. */
    public boolean isWaiting() {
        return waits;
    }
}
