package io.sardonyx.bench.race;

import static org.assertj.core.api.Assertions.assertThat;

import io.sardonyx.bench.work.Workload;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
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
        var repetition =
                new Repetition(millions * 1_000_000, 1_000_000_000, 2_000_000_000, 0, new TreeMap<String, Long>());
        return new Findings(new Cell(engine, workload, variant), "1", List.of(repetition));
    }

    private static Findings latency(long micros) {
        var more = new TreeMap<>(Map.of(
                "perSecond",
                10_000L,
                "p50",
                micros * 1_000,
                "p99",
                micros * 2_000,
                "p99.9",
                micros * 3_000,
                "max",
                1L));
        var repetition = new Repetition(20_000, 2_000_000_000, 1_000_000_000, 0, more);
        return new Findings(new Cell("jet", Workload.W5, "unfused"), "1", List.of(repetition));
    }
}
