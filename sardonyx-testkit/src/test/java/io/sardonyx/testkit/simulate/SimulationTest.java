package io.sardonyx.testkit.simulate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The production groups survive every storm. */
class SimulationTest {

    private static final int SEEDS = 1_000;
    private static final int CAMPAIGN_SEEDS = Integer.getInteger("sardonyx.seeds", 20_000);

    @Test
    void everySeedStaysSafeAndConverges() throws IOException {
        for (RegressionSeed kept : RegressionSeed.in("/simulate/failed-seeds.txt")) {
            run(kept.seed(), kept.groups());
        }
        simulate(0, SEEDS);
    }

    @Tag("campaign")
    @Test
    void manyMoreSeedsStaySafeAndConverge() {
        simulate(1_000_000, CAMPAIGN_SEEDS);
    }

    private static void simulate(long firstSeed, int seeds) {
        var tally = new FaultCoverage();
        for (long seed = firstSeed; seed < firstSeed + seeds; seed++) {
            tally.add(run(seed, 3 + (int) (seed % 3)));
        }
        System.out.printf(
                "seeds %d to %d, %,d turns, faults %s%n",
                firstSeed, firstSeed + seeds - 1, tally.turns(), tally.faults());
        assertThat(tally.shortcomings()).isEmpty();
    }

    private static Simulation.Outcome run(long seed, int groups) {
        try {
            return Simulation.run(seed, groups);
        } catch (AssertionError broken) {
            return fail(broken.getMessage() + "\n" + FailureReport.of(seed, groups), broken);
        }
    }

    @Test
    void oneOrTwoGroupsConvergeToo() {
        for (long seed = 0; seed < 100; seed++) {
            run(seed, 1 + (int) (seed % 2));
        }
    }

    @Test
    void theSameSeedIsTheSameRun() {
        assertThat(Simulation.run(7, 4)).isEqualTo(Simulation.run(7, 4));
        assertThat(Simulation.run(7, 4)).isNotEqualTo(Simulation.run(8, 4));
    }

    @Test
    void aStoryTellsStrikesAndEntriesInOrderOfTime() {
        List<String> story = new ArrayList<>();
        Simulation.run(7, 3, story::add);
        assertThat(story)
                .isSortedAccordingTo((one, other) -> one.substring(0, 9).compareTo(other.substring(0, 9)));
        assertThat(String.join("\n", story)).contains("PrepareJoinCluster", "machine-0", "all have converged");
    }

    @Test
    void aRunInWhichTooLittleHappensIsNoTest() {
        var tally = new FaultCoverage();
        tally.add(Simulation.run(Storm.none(1, 3), store -> store, Simulation.SILENT));
        assertThat(tally.shortcomings())
                .contains("no kill happened in any of 1 seeds", "no clock-jump happened in any of 1 seeds")
                .anyMatch(line -> line.startsWith("seed 1 saw only 0 faults"));
    }
}
