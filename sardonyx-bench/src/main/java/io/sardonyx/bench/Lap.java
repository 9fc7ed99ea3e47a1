package io.sardonyx.bench;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;

/** A moment on the clock and on this process's CPU meter, which counts all its threads. */
record Lap(long nanos, long cpuNanos) {

    private static final OperatingSystemMXBean SYSTEM =
            (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();

    static Lap now() {
        return new Lap(System.nanoTime(), SYSTEM.getProcessCpuTime());
    }

    /** What so many entries took from this moment to another. */
    Pace until(Lap later, long entries) {
        return new Pace(entries * 1e9 / (later.nanos - nanos), (later.cpuNanos - cpuNanos) / 1e3 / entries);
    }

    double millisUntil(Lap later) {
        return (later.nanos - nanos) / 1e6;
    }

    /** The average number of threads that wanted to run in the last minute. */
    static double load() {
        return SYSTEM.getSystemLoadAverage();
    }

    /** How fast something went. */
    record Pace(double perSecond, double cpuMicros) {}
}
