package io.sardonyx.lease;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * Whoever is cleaned away, crashes, sleeps or leads too long: every piece is committed, and as often as it was listed.
 */
class PartitionSimulationTest {

    private static final int SEEDS = 150;
    private static final int PIECES = 7;
    private static final int NODES = 4;
    private static final int STEPS_WITH_FAULTS = 3_000;
    private static final int STEPS_TO_FINISH = 60_000;

    @Test
    void wrongCleaningOnlyDelaysAndNeverLosesOrDoublesEffects() {
        long refused = 0;
        long steps = 0;
        for (long seed = 0; seed < SEEDS; seed++) {
            var world = new PartitionWorld(PIECES, true);
            steps += play(seed, world);
            refused += world.staleRefused();
        }
        System.out.printf("seeds 0 to %d: %d steps, %d stale effects refused%n", SEEDS - 1, steps, refused);
        assertThat(refused).as("the simulation must bring stale effects about").isPositive();
    }

    @Test
    void aWorldThatIgnoresFencesIsFoundOut() {
        assertThatThrownBy(() -> {
                    for (long seed = 0; seed < SEEDS; seed++) {
                        play(seed, new PartitionWorld(PIECES, false));
                    }
                })
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("is committed twice");
    }

    private static int play(long seed, PartitionWorld world) {
        var random = new Random(seed);
        var nodes = new ArrayList<PartitionNode>();
        for (int i = 0; i < NODES; i++) {
            nodes.add(new PartitionNode(world, random, "node-" + i));
        }
        long nanos = random.nextLong();
        for (int step = 0; step < STEPS_WITH_FAULTS + STEPS_TO_FINISH; step++) {
            boolean wild = step < STEPS_WITH_FAULTS;
            nanos += LeaseLength.nanos(random.nextInt(wild && random.nextInt(50) == 0 ? 3_000 : 20));
            int index = random.nextInt(NODES);
            if (wild && random.nextInt(200) == 0) {
                nodes.set(index, new PartitionNode(world, random, "node-" + (step + NODES)));
            }
            nodes.get(index).step(new Moment(nanos, random.nextInt()), wild);
            if (world.isAllDone()) {
                return step;
            }
        }
        throw new AssertionError("seed " + seed + ": never done: " + world.undone() + ", " + world.partitions());
    }
}
