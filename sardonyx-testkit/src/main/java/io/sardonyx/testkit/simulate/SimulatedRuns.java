package io.sardonyx.testkit.simulate;

import java.util.EnumSet;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Configuration of a simulated cluster, which runs a test once per seed, on one thread and in virtual time.
 *
 * @param groups how many processes it has
 * @param peers how many peers each of them offers
 * @param faults which kinds of fault are injected
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

    /** A cluster with all kinds of fault. */
    public static SimulatedRuns of(int groups, int peers) {
        return new SimulatedRuns(groups, peers, EnumSet.allOf(FaultKind.class));
    }

    /** The run of one seed, not yet started. */
    public SimulatedRun run(long seed) {
        return new SimulatedRun(seed, this, PlantedBug.NONE);
    }

    /**
     * Calls a test with the runs of consecutive seeds, one after another.
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

    /** The failure of a test: what was thrown, the trace of the run, and how to reproduce it. */
    public static AssertionError failed(SimulatedRun run, Throwable failure) {
        return new AssertionError(
                failure + "\n" + run.story() + "\nagain: seed = " + run.seed()
                        + ", runs = 1 in the annotation, or -Dsardonyx.seed=" + run.seed(),
                failure);
    }
}
