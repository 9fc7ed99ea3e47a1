package io.sardonyx.testkit.simulate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import java.io.IOException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Jobs with checkpoints publish each result once, whatever storm there is, and however often they are stopped and go
 * on; and every checkpoint that the log completes is exactly a cut through the input.
 */
class CheckpointedSimulationTest {

    private static final int SEEDS = 250;
    private static final int CAMPAIGN_SEEDS = Integer.getInteger("sardonyx.seeds", 20_000);

    @Test
    void everySeedThatFailedOnceSucceeds() throws IOException {
        RegressionSeed.in("/simulate/failed-checkpointed-seeds.txt")
                .forEach(kept -> run(kept.seed(), kept.groups(), new KillMatrix()));
    }

    @Test
    void everySeedPublishesEachResultOnceAndEveryJobEnds() {
        simulate(0, SEEDS);
    }

    @Tag("campaign")
    @Test
    void manyMoreSeedsPublishEachResultOnce() {
        KillMatrix kills = simulate(1_000_000, CAMPAIGN_SEEDS);
        assertThat(kills.empty()).as("cells into which no kill fell").isEmpty();
    }

    /** Runs seeds, and prints at which points of checkpoints which tasks were killed. */
    private static KillMatrix simulate(long firstSeed, int seeds) {
        var kills = new KillMatrix();
        int jobs = 0;
        int completed = 0;
        int resumed = 0;
        for (long seed = firstSeed; seed < firstSeed + seeds; seed++) {
            JobSimulation.Outcome outcome = run(seed, JobSimulation.FEWEST_GROUPS + (int) (seed % 3), kills);
            jobs += outcome.jobs();
            completed += outcome.completed();
            resumed += outcome.resumed();
        }
        System.out.printf(
                "seeds %d to %d, %,d jobs, %,d completed, %,d times one was stopped and went on%n",
                firstSeed, firstSeed + seeds - 1, jobs, completed, resumed);
        System.out.println(kills);
        assertThat(completed).isGreaterThan(seeds);
        assertThat(resumed).isGreaterThan(seeds / 5);
        return kills;
    }

    private static JobSimulation.Outcome run(long seed, int groups, KillMatrix kills) {
        try {
            return JobSimulation.runCheckpointed(seed, groups, PlantedBug.NONE, Simulation.SILENT, kills);
        } catch (AssertionError broken) {
            return fail(broken.getMessage(), broken);
        }
    }
}
