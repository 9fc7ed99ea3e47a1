package io.sardonyx.testkit.simulate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Jobs with checkpoints publish each result once, whatever storm there is; and every checkpoint that the log completes
 * is exactly a cut through the input.
 */
class CheckpointedSimulationTest {

    private static final int SEEDS = 250;
    private static final int CAMPAIGN_SEEDS = Integer.getInteger("sardonyx.seeds", 20_000);

    @Test
    void everySeedPublishesEachResultOnceAndEveryJobEnds() {
        simulate(0, SEEDS);
    }

    @Tag("campaign")
    @Test
    void manyMoreSeedsPublishEachResultOnce() {
        simulate(1_000_000, CAMPAIGN_SEEDS);
    }

    private static void simulate(long firstSeed, int seeds) {
        int jobs = 0;
        int completed = 0;
        for (long seed = firstSeed; seed < firstSeed + seeds; seed++) {
            JobSimulation.Outcome outcome = run(seed);
            jobs += outcome.jobs();
            completed += outcome.completed();
        }
        System.out.printf(
                "seeds %d to %d, %,d jobs, %,d completed%n", firstSeed, firstSeed + seeds - 1, jobs, completed);
        assertThat(completed).isGreaterThan(seeds);
    }

    private static JobSimulation.Outcome run(long seed) {
        try {
            return JobSimulation.runCheckpointed(seed, JobSimulation.FEWEST_GROUPS + (int) (seed % 3));
        } catch (AssertionError broken) {
            return fail(broken.getMessage(), broken);
        }
    }
}
