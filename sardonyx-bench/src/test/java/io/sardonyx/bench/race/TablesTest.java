package io.sardonyx.bench.race;

import static org.assertj.core.api.Assertions.assertThat;

import io.sardonyx.bench.work.Additions;
import io.sardonyx.bench.work.Workload;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TablesTest {

    @Test
    void ratesStandBesideTheBestLimitAndTheSameVariantOfJet() {
        String table = Tables.of(
                Workload.W1,
                List.of(
                        rate("limit", "1t", 100),
                        rate("jet", "fused", 20),
                        rate("jet", "unfused", 10),
                        rate("sardonyx", "unfused", 50)));
        assertThat(table)
                .contains("| engine | variant | M events/s | of limit |")
                .contains("Like for like: rows of one variant.")
                .contains("| sardonyx | unfused | 50.000 | 0.500 | 5.00 | 2.50 | 40.0 | 2.00 | 2.00 | 0.00 | 50.0")
                .contains("| jet | fused | 20.000 | 0.200 | 1.00 | 1.00 |");
        assertThat(table.indexOf("| sardonyx |")).isLessThan(table.indexOf("| jet |"));
    }

    @Test
    void whatJetHasNoLikeOfStandsBesideItsBestOfTheSameParallelism() {
        String table = Tables.of(
                Workload.W4,
                List.of(
                        rate(Workload.W4, "jet", "unfused", 10),
                        rate(Workload.W4, "jet", "unfused-2", 20),
                        rate(Workload.W4, "sardonyx", "segment-roots", 35),
                        rate(Workload.W4, "sardonyx", "batch-size-1", 15),
                        rate(Workload.W4, "sardonyx", "batch-roots-2", 60)));
        assertThat(table)
                .contains("| sardonyx | batch-roots-2 | 60.000 |  | 3.00 | 3.00 |")
                .contains("| sardonyx | segment-roots | 35.000 |  | 3.50 | 1.75 |")
                .contains("| segment roots, times Jet | 3.00 | 4.00 | 3.50 | yes |")
                .contains("| batch size 1, times Jet | 2.00 | 4.00 | 1.50 | no |");
    }

    @Test
    void whatIsExactlyOnceIsComparedWithItselfWithoutCheckpointsAndWithItsPeers() {
        String table = Tables.of(
                Workload.W1,
                List.of(
                        rate("jet", "unfused", 10),
                        rate("jet", "exactly-once", 5),
                        rate("sardonyx", "unfused", 50),
                        rate("sardonyx", "exactly-once", 45)));
        assertThat(table)
                .contains("| exactly once, times without checkpoints | 0.95 |  | 0.90 | no |")
                .contains("| exactly once, times Jet | 8.00 |  | 9.00 | yes |");
    }

    @Test
    void whatIsAddedUpBeforeItIsSentIsComparedWithJetInTwoStages() {
        String table = Tables.of(
                Workload.W7,
                List.of(
                        rate(Workload.W7, "jet", "2members", 90),
                        rate(Workload.W7, "jet", "2members-two-stage", 10),
                        rate(Workload.W7, "sardonyx", "tcp", 95),
                        rate(Workload.W7, "sardonyx", "tcp-combined", 25)));
        assertThat(table).contains("| combined, times Jet in two stages | 2.00 |  | 2.50 | yes |");
    }

    @Test
    void aTargetIsLeftOutWhereItsPeerWasNotMeasured() {
        String table = Tables.of(Workload.W2, List.of(rate(Workload.W2, "sardonyx", "exactly-once", 1)));
        assertThat(table).doesNotContain("| target |");
    }

    @Test
    void manyKeysHaveTargetsOfRateAndHeap() {
        String table = Tables.of(
                Workload.W10,
                List.of(
                        keys("jet", "exactly-once", 10, 200),
                        keys("flink", "exactly-once", 5, 100),
                        turns(keys("sardonyx", "exactly-once", 20, 65), 7)));
        assertThat(table)
                .contains("| jet | exactly-once | 1,000 | 200 |  |  |  |")
                .contains("| sardonyx | exactly-once | 1,000 | 65 | 3.50 | 7.00 | 14.00 |")
                .contains("| p99 of turns, ms | 10.00 |  | 7.00 | yes |")
                .contains("| exactly once, times Jet | 3.00 |  | 2.00 | no |")
                .contains("| exactly once, times Flink on the heap | 3.00 |  | 4.00 | yes |")
                .contains("| heap bytes a key | 64.00 |  | 65.00 | no |");
    }

    @Test
    void howSoonOthersGoOnIsAMedianOverRuns() {
        String table = Tables.of(Workload.W11, List.of(failover(900, 80), failover(700, 60), failover(800, 70)));
        assertThat(table).contains("| sardonyx | tcp | 1,000 | 0.150 | 800 | 70 | 900+80 700+60 800+70 | 0.00 |");
    }

    @Test
    void latenciesExactlyOnceAreComparedWithThoseWithoutCheckpointsAndWithJet() {
        String table = Tables.of(
                Workload.W5,
                List.of(
                        latency("sardonyx", "unfused", 100_000, 20),
                        latency("sardonyx", "exactly-once", 100_000, 25),
                        latency("sardonyx", "exactly-once", 10_000, 900),
                        latency("jet", "exactly-once", 100_000, 20)));
        assertThat(table)
                .contains("| p99.9 at 100,000/s, ms | 3.00 | 2.00 | 0.06 | the aim |")
                .contains("| p50 at 100,000/s exactly once, times without checkpoints | 1.50 |  | 1.25 | yes |")
                .contains("| p99 at 100,000/s exactly once, times Jet | 1.00 |  | 1.25 | no |");
    }

    @Test
    void latenciesAreMediansOverRuns() {
        String table = Tables.of(Workload.W5, List.of(latency(30), latency(10), latency(20)));
        assertThat(table).contains("| 10,000 | jet | unfused | 20 | 40 | 60 | 60 20 40 | 0.50 | 0.00 |");
    }

    @Test
    void whatOneProcessWritesAnotherReads(@TempDir Path directory) throws Exception {
        Path file = directory.resolve("findings");
        Findings findings = latency(30);
        findings.writeTo(file);
        assertThat(Findings.read(file)).isEqualTo(findings);
    }

    /** In a second, on two cores. */
    private static Findings rate(String engine, String variant, long millions) {
        return rate(Workload.W1, engine, variant, millions);
    }

    private static Findings rate(Workload workload, String engine, String variant, long millions) {
        return rate(new Cell(engine, workload, variant), millions, new TreeMap<>());
    }

    private static Findings rate(Cell cell, long millions, SortedMap<String, Long> more) {
        var repetition = new Repetition(millions * 1_000_000, 1_000_000_000, 2_000_000_000, 0, more);
        return new Findings(cell, "1", List.of(repetition));
    }

    /** Of a thousand keys. */
    private static Findings keys(String engine, String variant, long millions, long bytesAKey) {
        var more = new TreeMap<>(Map.of("keys", 1_000L, "heapBytes", 1_000 * bytesAKey));
        return rate(new Cell(engine, Workload.W10, variant), millions, more);
    }

    private static Findings failover(long noticedMillis, long backMillis) {
        var more = new TreeMap<>(Map.of(
                "donePerSecond", 150_000L, "noticed", noticedMillis * 1_000_000, "back", backMillis * 1_000_000));
        var repetition = new Repetition(Additions.filling(1_000), 1, 1, 0, more);
        return new Findings(new Cell("sardonyx", Workload.W11, "tcp"), "1", List.of(repetition));
    }

    /** With turns of a task, which also lasted half and twice as long. */
    private static Findings turns(Findings findings, long p99Millis) {
        Repetition only = findings.repetitions().get(0);
        var more = new TreeMap<>(only.more());
        more.put("turnP50", p99Millis * 500_000);
        more.put("turnP99", p99Millis * 1_000_000);
        more.put("turnMax", p99Millis * 2_000_000);
        return new Findings(
                findings.cell(),
                findings.version(),
                List.of(new Repetition(only.inputs(), only.nanos(), only.cpuNanos(), only.othersNanos(), more)));
    }

    private static Findings latency(long micros) {
        return latency("jet", "unfused", 10_000, micros);
    }

    private static Findings latency(String engine, String variant, long perSecond, long micros) {
        var more = new TreeMap<>(Map.of(
                "perSecond",
                perSecond,
                "p50",
                micros * 1_000,
                "p99",
                micros * 2_000,
                "p99.9",
                micros * 3_000,
                "max",
                1L));
        var repetition = new Repetition(20_000, 2_000_000_000, 1_000_000_000, 0, more);
        return new Findings(new Cell(engine, Workload.W5, variant), "1", List.of(repetition));
    }
}
