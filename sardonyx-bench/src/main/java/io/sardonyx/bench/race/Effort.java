package io.sardonyx.bench.race;

/**
 * How much time figures are given.
 *
 * @param repetitionMillis a repetition takes at least half of it
 * @param warmUpCpuSeconds before the first repetition, at least
 * @param warmUpSeconds by when it begins even if the rate still changes
 * @param most repetitions, as long as others disturb; three at least
 * @param latencySeconds recorded at each rate
 * @param runs of latency and start-up, which take turns
 * @param pairRuns of work over several processes, which takes turns too
 * @param keys of sums
 */
record Effort(
        String name,
        long repetitionMillis,
        long warmUpCpuSeconds,
        long warmUpSeconds,
        int most,
        long latencySeconds,
        int runs,
        int pairRuns,
        long keys) {

    static final Effort QUICK = new Effort("quick", 1_200, 6, 10, 5, 2, 3, 1, 1_000_000);
    static final Effort FULL = new Effort("full", 3_000, 12, 60, 9, 5, 5, 3, 10_000_000);

    static Effort named(String name) {
        return name.equals(QUICK.name) ? QUICK : FULL;
    }
}
