package io.sardonyx.testkit.simulate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The production engine loses nothing and ends everything, whatever storm there is. */
class JobSimulationTest {

    private static final int SEEDS = 500;
    private static final int CAMPAIGN_SEEDS = Integer.getInteger("sardonyx.seeds", 20_000);

    @Test
    void everySeedStaysSafeAndEveryJobEnds() throws IOException {
        for (RegressionSeed kept : RegressionSeed.in("/simulate/failed-job-seeds.txt")) {
            assertThat(Storm.allocation(kept.seed()))
                    .as("another salt is needed, under which seed " + kept.seed() + " can reach its fault")
                    .isEqualTo(kept.allocation());
            assertThat(Storm.partitions(kept.seed()))
                    .as("another salt is needed, under which seed " + kept.seed() + " can reach its fault")
                    .isEqualTo(kept.partitions());
            run(kept.seed(), kept.groups());
        }
        simulate(0, SEEDS);
    }

    @Tag("campaign")
    @Test
    void manyMoreSeedsStaySafe() {
        simulate(1_000_000, CAMPAIGN_SEEDS);
    }

    private static void simulate(long firstSeed, int seeds) {
        var tally = FaultCoverage.ofWork();
        int jobs = 0;
        int completed = 0;
        long repeats = 0;
        for (long seed = firstSeed; seed < firstSeed + seeds; seed++) {
            JobSimulation.Outcome outcome = run(seed, JobSimulation.FEWEST_GROUPS + (int) (seed % 3));
            tally.add(outcome.cluster());
            jobs += outcome.jobs();
            completed += outcome.completed();
            repeats += outcome.repeats();
        }
        System.out.printf(
                "seeds %d to %d, %,d turns, %,d jobs, %,d completed, %,d segments came again, faults %s%n",
                firstSeed, firstSeed + seeds - 1, tally.turns(), jobs, completed, repeats, tally.faults());
        assertThat(tally.shortcomings()).isEmpty();
        assertThat(completed).isGreaterThan(seeds);
        assertThat(repeats).isGreaterThan(seeds);
    }

    private static JobSimulation.Outcome run(long seed, int groups) {
        try {
            return JobSimulation.run(seed, groups);
        } catch (AssertionError broken) {
            return fail(broken.getMessage() + "\n" + FailureReport.ofWork(seed, groups), broken);
        }
    }

    @Test
    void theSameSeedIsTheSameRun() {
        assertThat(JobSimulation.run(7, 4)).isEqualTo(JobSimulation.run(7, 4));
        assertThat(story(11)).isEqualTo(story(11));
    }

    private static List<String> story(long seed) {
        var story = new ArrayList<String>();
        JobSimulation.run(seed, 3, story::add);
        return story;
    }

    @Test
    void whereNothingIsLostAtMostATenthOfAllWorkIsForAbandonedAttempts() {
        long calls = 0;
        long repeated = 0;
        for (long seed = 0; seed < 200; seed++) {
            Storm storm = Storm.anyOfStalls(seed, JobSimulation.FEWEST_GROUPS + (int) (seed % 3))
                    .seeded(seed);
            var outcome = JobSimulation.run(storm, PlantedBug.NONE, Simulation.SILENT);
            calls += outcome.calls();
            repeated += outcome.repeatedCalls();
        }
        assertThat(calls).isGreaterThan(2_000);
        assertThat(10 * repeated).isLessThan(calls);
    }

    @Test
    void aJobInFairWeatherComesToItsEnd() {
        for (long seed = 0; seed < 50; seed++) {
            var outcome = JobSimulation.run(Storm.none(seed, 4), PlantedBug.NONE, Simulation.SILENT);
            assertThat(outcome.jobs()).isEqualTo(1);
            assertThat(outcome.cluster().faults()).isEmpty();
        }
    }
}
