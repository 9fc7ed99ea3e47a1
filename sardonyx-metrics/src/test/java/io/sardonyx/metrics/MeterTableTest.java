package io.sardonyx.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.Tags;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class MeterTableTest {

    private final PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    private final MeterTable<Integer> rows = new MeterTable<>(
            registry,
            List.of(
                    Measure.count("eaten", "how many", Integer::doubleValue),
                    Measure.gauge("hungry", "how many", Integer::doubleValue)));

    private static Tags of(String name) {
        return Tags.of("name", name);
    }

    @Test
    void aCountNeverFallsAndAGaugeMay() {
        for (int value : new int[] {5, 3}) {
            rows.show(Map.of(of("a"), value));
            assertThat(registry.scrape()).contains("eaten_total{name=\"a\"} 5.0");
        }
        assertThat(registry.scrape()).contains("hungry{name=\"a\"} 3.0");
        rows.show(Map.of(of("a"), 6));
        assertThat(registry.scrape()).contains("eaten_total{name=\"a\"} 6.0").contains("hungry{name=\"a\"} 6.0");
    }

    @Test
    void whatIsGoneIsNotShown() {
        rows.show(Map.of(of("a"), 1, of("b"), 2));
        rows.show(Map.of(of("b"), 2, of("c"), 3));
        assertThat(registry.scrape())
                .doesNotContain("\"a\"")
                .contains("eaten_total{name=\"b\"} 2.0", "eaten_total{name=\"c\"} 3.0");
        rows.show(Map.of());
        assertThat(registry.scrape()).isEmpty();
    }

    @Test
    void whatIsOnlyOutOfSightStaysAsItWasSeenLast() {
        rows.show(Map.of(of("a"), 7, of("b"), 2));
        rows.show(Map.of(), of("a")::equals);
        assertThat(registry.scrape()).contains("eaten_total{name=\"a\"} 7.0").doesNotContain("\"b\"");
        rows.show(Map.of(of("a"), 9), of("a")::equals);
        assertThat(registry.scrape()).contains("eaten_total{name=\"a\"} 9.0");
    }

    @Test
    void countsOutliveACollectionOfGarbage() {
        rows.show(Map.of(of("a"), 1));
        System.gc();
        rows.show(Map.of(of("a"), 2));
        assertThat(registry.scrape()).contains("eaten_total{name=\"a\"} 2.0");
    }

    @Test
    void hostileNamesStayInTheirQuotes() {
        rows.show(Map.of(of("a\"} 1\nevil{x=\"\\"), 1, of("{}"), 2));
        assertThat(registry.scrape().lines().filter(line -> !line.startsWith("#")))
                .containsExactlyInAnyOrder(
                        "eaten_total{name=\"a\\\"} 1\\nevil{x=\\\"\\\\\"} 1.0",
                        "hungry{name=\"a\\\"} 1\\nevil{x=\\\"\\\\\"} 1.0",
                        "eaten_total{name=\"{}\"} 2.0",
                        "hungry{name=\"{}\"} 2.0");
    }
}
