package io.sardonyx.bench;

import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.concurrent.Callable;

/** Repeats work until it is warm, then takes the median. */
final class Measured {

    private Measured() {}

    /** Of its CPU time: what neighbours do hardly shows in it. */
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

    /** By the clock, for work that also waits. */
    static double medianMillis(int warmUps, int runs, Callable<?> work) throws Exception {
        double[] millis = new double[runs];
        for (int i = -warmUps; i < runs; i++) {
            long before = System.nanoTime();
            work.call();
            if (i >= 0) {
                millis[i] = (System.nanoTime() - before) / 1e6;
            }
        }
        Arrays.sort(millis);
        return millis[runs / 2];
    }

    private static long cpuNanos() {
        return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
    }
}
