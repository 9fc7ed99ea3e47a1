package io.sardonyx.bench;

import java.lang.management.ManagementFactory;
import java.util.Arrays;

/** Repeats work until it is warm, then takes the median of its CPU time: what neighbours do hardly shows in it. */
final class Measured {

    private Measured() {}

    static double medianCpuMillis(int warmUps, int runs, Runnable work) {
        for (int i = 0; i < warmUps; i++) {
            work.run();
        }
        double[] millis = new double[runs];
        for (int i = 0; i < runs; i++) {
            long before = cpuNanos();
            work.run();
            millis[i] = (cpuNanos() - before) / 1e6;
        }
        Arrays.sort(millis);
        return millis[runs / 2];
    }

    private static long cpuNanos() {
        return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
    }
}
