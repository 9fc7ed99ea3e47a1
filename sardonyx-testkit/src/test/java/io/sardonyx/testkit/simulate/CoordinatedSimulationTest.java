package io.sardonyx.testkit.simulate;

import static org.assertj.core.api.Assertions.assertThat;

import io.sardonyx.job.Allocation;
import java.io.IOException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Coordinators that are killed, paused and cut off lose nothing and end every job, one or several leading at once. */
class CoordinatedSimulationTest {

    private static final int SEEDS = 250;
    private static final int CAMPAIGN_SEEDS = Integer.getInteger("sardonyx.seeds", 1_000);

    @Test
    void everySeedStaysSafeAndEveryJobEnds() throws IOException {
        for (RegressionSeed kept : RegressionSeed.in("/simulate/failed-coordinated-seeds.txt")) {
            assertThat(kept.allocation())
                    .as("allocation of seed " + kept.seed())
                    .isEqualTo(Allocation.COORDINATED);
            JobSimulation.runCoordinated(kept.seed(), kept.groups());
        }
        simulate(0, SEEDS);
    }

    @Tag("campaign")
    @Tag("coordinator")
    @Test
    void manyMoreSeedsStaySafe() {
        simulate(1_000_000, CAMPAIGN_SEEDS);
    }

    private static void simulate(long firstSeed, int seeds) {
        var tally = FaultCoverage.ofQueues();
        int completed = 0;
        int contended = 0;
        for (long seed = firstSeed; seed < firstSeed + seeds; seed++) {
            JobSimulation.Outcome outcome = JobSimulation.runCoordinated(seed, 2 + (int) (seed % 4));
            tally.add(outcome.cluster());
            completed += outcome.completed();
            contended += outcome.leaders() > 1 ? 1 : 0;
        }
        System.out.printf(
                "coordinated seeds %d to %d, %,d turns, %,d jobs completed, %d seeds with two leaders, faults %s%n",
                firstSeed, firstSeed + seeds - 1, tally.turns(), completed, contended, tally.faults());
        assertThat(tally.shortcomings()).isEmpty();
        assertThat(completed).isGreaterThan(seeds);
        assertThat(10 * contended).as("seeds in which two led at once").isGreaterThan(seeds);
    }
}
