package io.sardonyx.bench.race;

import static org.assertj.core.api.Assertions.assertThat;

import io.sardonyx.bench.own.Sardonyx;
import io.sardonyx.bench.work.Latencies;
import io.sardonyx.bench.work.Trial;
import io.sardonyx.bench.work.Workload;
import java.util.Map;
import org.junit.jupiter.api.Test;

class TurnRecordingTest {

    @Test
    void turnsOfARealJobAreRecorded() throws Exception {
        try (var sardonyx = new Sardonyx();
                var turns = new TurnRecording()) {
            sardonyx.open(Workload.W10);
            sardonyx.run(Trial.fast(Workload.W10, Trial.EXACTLY_ONCE, 100_000));
            var figures = turns.figures();
            assertThat(figures).containsOnlyKeys("turnMax", "turnP50", "turnP99");
            assertThat(figures.get("turnP50")).isPositive().isLessThanOrEqualTo(figures.get("turnP99"));
            assertThat(figures.get("turnP99")).isLessThanOrEqualTo(figures.get("turnMax"));
        }
    }

    @Test
    void whereNoEngineTellsOfTurnsThereAreNone() throws Exception {
        try (var turns = new TurnRecording()) {
            assertThat(turns.figures()).isEmpty();
        }
    }

    @Test
    void theTaskWithTheLongestTurnsCounts() {
        var figures = TurnRecording.longest(Map.of("a", of(10, 1_000), "b", of(50, 60), "c", of(20, 30)));
        assertThat(figures.get("turnMax")).isEqualTo(1_000);
    }

    private static Latencies of(long... nanos) {
        var latencies = new Latencies();
        for (long it : nanos) {
            latencies.add(it);
        }
        return latencies;
    }
}
