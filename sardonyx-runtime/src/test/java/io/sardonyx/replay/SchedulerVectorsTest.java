package io.sardonyx.replay;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.sardonyx.assignment.Place;
import io.sardonyx.command.CompleteJob;
import io.sardonyx.command.LeaveCluster;
import io.sardonyx.entry.EntryLine;
import io.sardonyx.entry.ReplicaView;
import io.sardonyx.replica.Replica;
import io.sardonyx.schedule.Demand;
import io.sardonyx.schedule.Why;
import io.sardonyx.value.JobId;
import io.sardonyx.value.PeerId;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** The worked examples of the schedulers. */
class SchedulerVectorsTest {

    @TestFactory
    Stream<DynamicTest> schedulers() {
        return Vectors.of("schedulers")
                .map(vector -> DynamicTest.dynamicTest(Vectors.title(vector), () -> check(vector)));
    }

    private static void check(JsonNode vector) {
        if (vector.path("input").has("generator")) {
            SchedulerClaims.checkGenerated(vector);
        } else if (vector.has("event")) {
            checkEvent(vector);
        } else if (vector.path("expected").has("stages")) {
            checkStages(vector);
        } else {
            checkPlan(vector, Planned.of(vector));
        }
    }

    private static void checkPlan(JsonNode vector, Planned planned) {
        JsonNode expected = vector.get("expected");
        List<Demand> demands = planned.outcome().demands();
        checkCounts(expected, demands);
        if (expected.has("oneOf")) {
            List<Map<String, Integer>> allowed = Stream.iterate(0, i -> i + 1)
                    .limit(expected.get("oneOf").size())
                    .map(i -> counts(expected.get("oneOf").get(i)))
                    .toList();
            assertThat(allowed).contains(Planned.counts(demands));
        }
        if (vector.has("maxMoves")) {
            assertThat(planned.moved())
                    .hasSizeLessThanOrEqualTo(vector.get("maxMoves").intValue());
        }
        if (expected.has("moves")) {
            assertThat(planned.outcome().moves())
                    .isEqualTo(expected.get("moves").intValue());
        }
        expected.path("mustVolunteer")
                .forEach(peer -> assertThat(planned.moved()).contains(peer.asText()));
        expected.path("mustStay").forEach(peer -> assertThat(planned.moved()).doesNotContain(peer.asText()));
        if (vector.has("mustHold") || expected.has("mustHold") || expected.has("properties")) {
            SchedulerClaims.check(vector.get("id").asText(), planned);
        }
        assertThat(planned.outcome().settled()).isTrue();
        assertThat(planned.outcome().why()).allMatch(why -> why.finding().holds());
        int idle = planned.before().peers().present().size() - planned.places().size();
        assertThat(planned.outcome().why()).extracting(Why::subject).hasSize(demands.size() + idle);
    }

    private static void checkCounts(JsonNode expected, List<Demand> demands) {
        if (expected.has("counts")) {
            assertThat(Planned.counts(demands)).isEqualTo(counts(expected.get("counts")));
        }
        if (expected.has("jobTotals")) {
            var totals = new TreeMap<String, Integer>();
            expected.get("jobTotals")
                    .properties()
                    .forEach(job -> totals.put(job.getKey(), job.getValue().intValue()));
            totals.values().removeIf(total -> total == 0);
            assertThat(Planned.totals(demands)).isEqualTo(totals);
        }
    }

    private static Map<String, Integer> counts(JsonNode jobs) {
        var counts = new TreeMap<String, Integer>();
        jobs.properties()
                .forEach(job -> job.getValue().properties().forEach(task -> {
                    if (task.getValue().intValue() > 0) {
                        counts.put(
                                job.getKey() + "/" + task.getKey(),
                                task.getValue().intValue());
                    }
                }));
        return counts;
    }

    private static void checkEvent(JsonNode vector) {
        var entry = Vectors.JSON.createObjectNode().put("position", 1);
        entry.set("fn", vector.get("event").get("fn"));
        entry.set("args", vector.get("event").get("args"));
        EntryLine line = EntryLine.read(Vectors.bytes(entry));
        var replay = new Replay(new ReplicaView(Planned.replica(vector), 0));
        Replica after = replay.next(line.entry(), line.dead()).change().after();
        JsonNode expected = vector.get("expected");
        assertThat(after.jobs().killed().keys()).extracting(JobId::text).isEqualTo(texts(expected.get("killedJobs")));
        if (expected.has("jobs")) {
            assertThat(after.jobs().live().keys()).extracting(JobId::text).isEqualTo(texts(expected.get("jobs")));
        }
        checkCounts(expected, after.jobs().demands());
    }

    private static List<String> texts(JsonNode list) {
        return Stream.iterate(0, i -> i + 1)
                .limit(list.size())
                .map(i -> list.get(i).asText())
                .toList();
    }

    private static void checkStages(JsonNode vector) {
        VolunteerSimulation first = VolunteerSimulation.of(Planned.replica(vector));
        JsonNode stages = vector.get("expected").get("stages");
        checkCounts(stages.get(0), first.replica().jobs().demands());
        Replica changed = happened(stages.get(1).get("after").asText(), first.replica());
        checkCounts(
                stages.get(1), VolunteerSimulation.of(changed).replica().jobs().demands());
    }

    private static Replica happened(String what, Replica before) {
        if (what.equals("C finishes")) {
            return new CompleteJob(JobId.of("C")).apply(before, 1_000);
        }
        assertThat(what).isEqualTo("last peer of j1/b dies");
        List<Place> places = before.jobs().demands().get(0).stages().get(1).places();
        PeerId last = places.get(places.size() - 1).peer();
        return new LeaveCluster(last).apply(before, 1_000);
    }
}
