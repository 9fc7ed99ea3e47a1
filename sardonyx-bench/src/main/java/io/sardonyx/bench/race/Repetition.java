package io.sardonyx.bench.race;

import java.util.SortedMap;

/**
 * One trial as it was measured.
 *
 * @param cpuNanos of this process and those that it started, all threads
 * @param othersNanos of all other processes meanwhile: how noisy it was
 * @param more figures that only some workloads have, in nanoseconds unless their name says otherwise
 */
record Repetition(long inputs, long nanos, long cpuNanos, long othersNanos, SortedMap<String, Long> more) {

    double perSecond() {
        return inputs * 1e9 / nanos;
    }

    double cpuNanosEach() {
        return (double) cpuNanos / inputs;
    }

    /** How many cores others kept busy. */
    double othersCores() {
        return (double) othersNanos / nanos;
    }

    double ownCores() {
        return (double) cpuNanos / nanos;
    }

    boolean has(String figure) {
        return more.containsKey(figure);
    }

    long more(String figure) {
        Long value = more.get(figure);
        if (value == null) {
            throw new IllegalArgumentException("no " + figure + " in " + more);
        }
        return value;
    }
}
