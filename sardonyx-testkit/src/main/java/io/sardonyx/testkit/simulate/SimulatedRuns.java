package io.sardonyx.testkit.simulate;

import java.util.EnumSet;
import java.util.Set;
import java.util.function.Consumer;

/**
 * A cluster that lives in one thread under virtual time, again for each seed.
 *
 * @param groups how many processes it has
 * @param peers how many peers each of them offers
 * @param faults what goes wrong
 */
public record SimulatedRuns(int groups, int peers, Set<FaultKind> faults) {

    private static final int MOST_GROUPS = 50;

    public SimulatedRuns {
        if (groups < 1 || groups > MOST_GROUPS || peers < 1) {
            throw new IllegalArgumentException(
                    "1 to " + MOST_GROUPS + " groups of at least one peer, not " + groups + " of " + peers);
        }
        faults = Set.copyOf(faults);
    }

    /** In which everything goes wrong that can. */
    public static SimulatedRuns of(int groups, int peers) {
        return new SimulatedRuns(groups, peers, EnumSet.allOf(FaultKind.class));
    }

    /** The run of one seed. */
    public SimulatedRun run(long seed) {
        return new SimulatedRun(seed, this, PlantedBug.NONE);
    }

    /**
     * Gives a test the runs of many seeds, one after another.
     *
     * @throws AssertionError that names the first seed with which the test failed, with its failure as the cause
     */
    public void runs(long firstSeed, int runs, Consumer<SimulatedRun> test) {
        for (long seed = firstSeed; seed < firstSeed + runs; seed++) {
            SimulatedRun run = run(seed);
            try {
                test.accept(run);
            } catch (RuntimeException | AssertionError failure) {
                throw failed(run, failure);
            }
        }
    }

    /** The failure of a test with a run: what was thrown, what happened before, and how to see it again. */
    public static AssertionError failed(SimulatedRun run, Throwable failure) {
        return new AssertionError(
                failure + "\n" + run.story() + "\nagain: seed = " + run.seed()
                        + ", runs = 1 in the annotation, or -Dsardonyx.seed=" + run.seed(),
                failure);
    }
}
