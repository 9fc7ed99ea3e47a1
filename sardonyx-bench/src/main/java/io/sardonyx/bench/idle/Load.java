package io.sardonyx.bench.idle;

import java.util.List;
import java.util.Locale;

/**
 * Jobs with little to do.
 *
 * @param perSecond segments of each job
 * @param must how many cores our own engine may use at most, 0 when nothing was decided
 * @param aim how few it would like to use
 */
record Load(int jobs, long perSecond, double must, double aim) {

    /** Fewer segments than this part of what is due, and an engine does not keep up. */
    private static final double ENOUGH = 0.95;

    static final List<Load> ALL = List.of(
            free(1, 0),
            new Load(1, 100, 0.05, 0.02),
            free(1, 1_000),
            free(1, 10_000),
            free(100, 0),
            new Load(100, 1, 0.15, 0.05),
            new Load(500, 1, 0.4, 0.2));

    private static Load free(int jobs, long perSecond) {
        return new Load(jobs, perSecond, 0, 0);
    }

    /** As in {@code 100x1}; one of those above keeps its targets. */
    static Load of(String text) {
        String[] numbers = text.split("x", -1);
        if (numbers.length != 2 || !text.matches("[0-9]+x[0-9]+")) {
            throw new IllegalArgumentException("jobs and their segments a second are given as in 100x1, not " + text);
        }
        int jobs = Integer.parseInt(numbers[0]);
        long perSecond = Long.parseLong(numbers[1]);
        return ALL.stream()
                .filter(it -> it.jobs == jobs && it.perSecond == perSecond)
                .findFirst()
                .orElse(free(jobs, perSecond));
    }

    boolean isBehind(Window window) {
        return window.perSecond() < ENOUGH * jobs * perSecond;
    }

    String target() {
        return must == 0 ? "" : String.format(Locale.ROOT, "%.2f, %.2f", must, aim);
    }

    @Override
    public String toString() {
        return String.format(Locale.ROOT, "%,d × %,d", jobs, perSecond);
    }
}
