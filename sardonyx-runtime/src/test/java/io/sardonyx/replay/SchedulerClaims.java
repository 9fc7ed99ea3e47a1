package io.sardonyx.replay;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeSet;
import java.util.function.Consumer;

/** What the scheduler examples claim in words, as predicates. */
final class SchedulerClaims {

    private static final Map<String, Consumer<Planned>> CLAIMS = Map.ofEntries(
            Map.entry("sched-02", planned -> {
                assertThat(planned.moved()).containsExactly("p5");
                assertThat(planned.places()).containsEntry("p5", "j1/t1");
            }),
            Map.entry("sched-23", planned -> {
                assertThat(planned.count("a")).isEqualTo(1);
                assertThat(planned.count("b")).isGreaterThanOrEqualTo(3);
                assertThat(planned.count("c")).isLessThanOrEqualTo(6);
                assertThat(planned.count("b") + planned.count("c")).isEqualTo(9);
            }),
            Map.entry(
                    "sched-35",
                    planned -> assertThat(planned.slots())
                            .filteredOn(slots -> slots.size() == 1)
                            .hasSize(6)
                            .containsOnly(List.of(0))),
            Map.entry(
                    "sched-36",
                    planned -> assertThat(planned.places().keySet())
                            .allMatch(peer -> planned.siteOf(peer).equals("a"))),
            Map.entry("sched-40", planned -> {
                var seen = new TreeSet<String>();
                planned.places()
                        .forEach((peer, task) -> assertThat(seen.add(planned.siteOf(peer) + " " + task))
                                .isTrue());
                assertThat(seen).hasSize(9);
            }),
            Map.entry("sched-49", planned -> assertThat(planned.places()).doesNotContainKey("p3")),
            Map.entry(
                    "sched-54",
                    planned -> assertThat(planned.places())
                            .containsEntry("p7", "j1/t1")
                            .containsEntry("p8", "j2/t4")),
            Map.entry(
                    "sched-x-1",
                    planned -> planned.outcome().demands().forEach(demand -> {
                        for (int t = 0; t < demand.stages().size(); t++) {
                            assertThat(demand.stages().get(t).places())
                                    .hasSizeGreaterThanOrEqualTo(
                                            demand.job().tasks().get(t).bounds().min());
                        }
                    })),
            Map.entry("sched-x-3", planned -> assertThat(planned.places()).containsEntry("p1", "j1/mid")));

    private SchedulerClaims() {}

    static void check(String id, Planned planned) {
        Objects.requireNonNull(CLAIMS.get(id), "no predicate for the words of " + id)
                .accept(planned);
    }

    /** As many jobs as possible are covered, none partly, and their sizes differ by one at most. */
    static void checkGenerated(JsonNode vector) {
        assertThat(vector.get("id").asText()).isEqualTo("sched-34");
        for (int n = 1; n < 10; n++) {
            for (int k = 0; k <= n; k++) {
                for (int e = 1; e <= 5; e++) {
                    checkCovered(n, k, e);
                }
            }
        }
    }

    private static void checkCovered(int jobs, int covered, int rest) {
        var text =
                new StringBuilder("{\"jobScheduler\":\"balanced\",\"peers\":" + (6 * covered + rest) + ",\"jobs\":[");
        for (int j = 0; j < jobs; j++) {
            text.append(j == 0 ? "" : ",")
                    .append("{\"id\":\"j" + j + "\",\"tasks\":[\"a\",{\"name\":\"b\",\"min\":4,\"max\":4},\"c\"]}");
        }
        text.append("]}");
        var replica =
                Scenario.read(text.toString().getBytes(StandardCharsets.UTF_8)).replica();
        var totals = Planned.totals(SchedulingOutcome.of(replica).demands());
        assertThat(totals).hasSize(covered);
        assertThat(totals.values()).allMatch(total -> total >= 6);
        var sizes = new TreeSet<>(totals.values());
        assertThat(sizes.isEmpty() ? 0 : sizes.last() - sizes.first()).isLessThanOrEqualTo(1);
    }
}
