package io.sardonyx.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.sardonyx.task.Rig;
import java.util.HashMap;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** Any small job, its loops in any order: nothing is lost, nothing is left, and without faults nothing comes twice. */
class RandomGraphTest {

    private static final int RUNS = Integer.getInteger("sardonyx.graphs", 150);
    private static final long SEED = Long.getLong("sardonyx.seed", System.nanoTime());

    private final Map<String, Map<Long, Long>> arrived = new HashMap<>();

    private Rig rig(RandomGraph graph, long seed, int failures) {
        var rig = new Rig(graph.job, seed);
        arrived.clear();
        rig.resources.put("troubles", new AtomicInteger(failures));
        for (String output : graph.outputs()) {
            Map<Long, Long> counts = new TreeMap<>();
            arrived.put(output, counts);
            Consumer<Object> consumer = number -> counts.merge((Long) number, 1L, Long::sum);
            rig.resources.put(output, consumer);
        }
        return rig;
    }

    private static void ends(Rig rig, String seed) {
        assertThat(rig.finish(200_000)).as("exhausted with %s", seed).isTrue();
        rig.pass(100_000_000);
        rig.round();
        assertThat(rig.complaints()).as(seed).isEmpty();
        assertThat(rig.openRoots()).as("open roots with %s", seed).isZero();
        rig.end();
        assertThat(rig.exchange.size()).as("channels with %s", seed).isZero();
    }

    @Test
    void everythingComesExactlyOnceWhereNothingFails() {
        for (int run = 0; run < RUNS; run++) {
            long seed = SEED + run;
            String shown = "-Dsardonyx.graphs=1 -Dsardonyx.seed=" + seed;
            var random = new SplittableRandom(seed);
            var graph = new RandomGraph(random, false);
            Rig rig = rig(graph, seed, 0);
            rig.place(graph.peers());
            int steps = random.nextInt(500);
            for (int i = 0; i < steps; i++) {
                rig.step();
            }
            ends(rig, shown);
            graph.outputs()
                    .forEach(output -> assertThat(arrived.get(output))
                            .as("%s with %s", output, shown)
                            .isEqualTo(graph.expectedAt(output)));
        }
    }

    @Test
    void everythingComesAtLeastOnceWhateverFailsAndMoves() {
        for (int run = 0; run < RUNS; run++) {
            long seed = SEED + run;
            String shown = "-Dsardonyx.graphs=1 -Dsardonyx.seed=" + seed;
            var random = new SplittableRandom(seed);
            var graph = new RandomGraph(random, true);
            Rig rig = rig(graph, seed, random.nextInt(10));
            int moves = 1 + random.nextInt(6);
            for (int move = 0; move < moves; move++) {
                rig.place(graph.peers());
                int steps = random.nextInt(400);
                for (int i = 0; i < steps; i++) {
                    rig.step();
                }
            }
            rig.said.clear();
            rig.place(graph.peers());
            ends(rig, shown);
            graph.outputs().forEach(output -> {
                Map<Long, Long> expected = graph.expectedAt(output);
                assertThat(arrived.get(output).keySet())
                        .as("%s with %s", output, shown)
                        .isEqualTo(expected.keySet());
                expected.forEach((number, times) -> assertThat(arrived.get(output))
                        .as("%s at %s with %s", number, output, shown)
                        .hasEntrySatisfying(number, seen -> assertThat(seen).isGreaterThanOrEqualTo(times)));
            });
        }
    }
}
