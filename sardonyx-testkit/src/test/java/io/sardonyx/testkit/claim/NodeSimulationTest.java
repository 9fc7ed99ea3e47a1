package io.sardonyx.testkit.claim;

import static org.assertj.core.api.Assertions.assertThat;

import io.sardonyx.testkit.claim.NodeSimulation.Plant;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Nodes that are killed, paused and cut off lose nothing, and nobody's late effect comes after a successor's. */
class NodeSimulationTest {

    private static final int SEEDS = 1_000;
    private static final int CAMPAIGN_SEEDS = Integer.getInteger("sardonyx.seeds", 5_000);

    @Test
    void everySeedStaysSafeAndEveryJobEnds() {
        simulate(0, SEEDS);
    }

    @Tag("campaign")
    @Tag("nodes")
    @Test
    void manyMoreSeedsStaySafe() {
        simulate(1_000_000, CAMPAIGN_SEEDS);
    }

    private static void simulate(long firstSeed, int seeds) {
        long kills = 0;
        long pauses = 0;
        long takeOvers = 0;
        long turns = 0;
        int jobs = 0;
        for (long seed = firstSeed; seed < firstSeed + seeds; seed++) {
            NodeSimulation.Outcome outcome;
            try {
                outcome = new NodeSimulation(seed, Plant.NONE).run();
            } catch (AssertionError | RuntimeException e) {
                throw new AssertionError("seed " + seed + ": " + e.getMessage(), e);
            }
            kills += outcome.kills();
            pauses += outcome.pauses();
            takeOvers += outcome.takeOvers();
            turns += outcome.turns();
            jobs += outcome.jobsDone();
        }
        System.out.printf(
                "nodes, seeds %d to %d: %,d turns, %,d jobs done, %,d kills, %,d pauses, %,d partitions taken over%n",
                firstSeed, firstSeed + seeds - 1, turns, jobs, kills, pauses, takeOvers);
        assertThat(takeOvers).isGreaterThan(seeds);
        assertThat(kills).isGreaterThan(seeds);
        assertThat(jobs).isGreaterThan(seeds / 2);
    }
}
