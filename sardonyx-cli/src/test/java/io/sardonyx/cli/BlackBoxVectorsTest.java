package io.sardonyx.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sardonyx.cli.Cli.Result;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/**
 * The worked examples as somebody without Java would run them. What each says in detail is tested beside the codecs;
 * here the files go in and JSON comes out.
 */
class BlackBoxVectorsTest {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Path VECTORS = Path.of("../sardonyx-runtime/src/test/resources/vectors");

    @TempDir
    private static Path directory;

    @TestFactory
    Stream<DynamicTest> everyLogExampleRuns() {
        return Stream.of("join", "leave", "allocate", "commands")
                .flatMap(BlackBoxVectorsTest::vectors)
                .filter(vector -> !vector.get("generation").asText().equals("3-phase-peer"))
                .map(vector -> DynamicTest.dynamicTest(vector.get("id").asText(), () -> replay(vector)));
    }

    @TestFactory
    Stream<DynamicTest> everyPlanExampleRuns() {
        return vectors("schedulers")
                .filter(vector -> !vector.has("event")
                        && !vector.get("input").has("generator")
                        && !vector.get("expected").has("stages"))
                .map(vector -> DynamicTest.dynamicTest(vector.get("id").asText(), () -> plan(vector)));
    }

    private static Stream<JsonNode> vectors(String family) {
        try {
            JsonNode root = JSON.readTree(VECTORS.resolve(family + ".json").toFile());
            return StreamSupport.stream(root.get("vectors").spliterator(), false);
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    private static void replay(JsonNode vector) throws IOException {
        String from = Cli.file(directory, "from.json", vector.get("initial").toString());
        var entries = new StringBuilder();
        for (JsonNode step : vector.get("steps")) {
            ObjectNode entry = JSON.createObjectNode();
            entry.set("position", step.get("messageId"));
            entry.set("fn", step.get("fn"));
            entry.set("args", step.get("args"));
            if (step.has("dead")) {
                entry.set("dead", step.get("dead"));
            }
            entries.append(entry).append('\n');
        }
        Result result = Cli.runWith(entries.toString(), "log", "replay", "--json", "--from", from, "-");
        assertThat(result.err()).isEmpty();
        assertThat(result.code()).isZero();
        assertThat(result.lines()).hasSize(vector.get("steps").size());
        for (int i = 0; i < result.lines().size(); i++) {
            compare(vector.get("steps").get(i), JSON.readTree(result.lines().get(i)));
        }
    }

    private static void compare(JsonNode step, JsonNode printed) {
        assertThat(printed.get("position")).isEqualTo(step.get("messageId"));
        assertThat(printed.get("fn")).isEqualTo(step.get("fn"));
        assertThat(printed.get("reactions")).isEqualTo(step.get("reactions"));
        if (step.path("noop").asBoolean()) {
            assertThat(printed.get("changed").booleanValue()).isFalse();
        }
        step.get("expect").properties().forEach(expected -> {
            String key = expected.getKey();
            if (!Set.of("groups-reverse-index", "coordinators").contains(key)) {
                assertThat(normal(printed.get("replica").path(key))).as(key).isEqualTo(normal(expected.getValue()));
            }
        });
    }

    /** Absent equals empty, at any depth. */
    private static String normal(JsonNode node) {
        if (node.isObject()) {
            var normal = new TreeMap<String, String>();
            node.properties().forEach(field -> normal.put(field.getKey(), normal(field.getValue())));
            normal.values().removeIf(String::isEmpty);
            return normal.isEmpty() ? "" : normal.toString();
        }
        return node.isMissingNode() || node.isNull() || node.isArray() && node.isEmpty() ? "" : node.toString();
    }

    private static void plan(JsonNode vector) throws IOException {
        ObjectNode input = vector.get("input").deepCopy();
        if (vector.get("era").asText().equals("volunteer-0.5")) {
            input.put("allocation", "volunteered");
        }
        Result result = Cli.run("plan", "--json", Cli.file(directory, "scenario.json", input.toString()));
        assertThat(result.code()).as(result.err()).isZero();
        JsonNode printed = JSON.readTree(result.out());
        JsonNode expected = vector.get("expected");
        expected.path("jobTotals")
                .properties()
                .forEach(job -> assertThat(
                                printed.get("totals").path(job.getKey()).intValue())
                        .as(job.getKey())
                        .isEqualTo(job.getValue().intValue()));
        expected.path("counts")
                .properties()
                .forEach(job -> job.getValue()
                        .properties()
                        .forEach(task -> assertThat(printed.get("counts")
                                        .path(job.getKey())
                                        .path(task.getKey())
                                        .intValue())
                                .as(job.getKey() + "/" + task.getKey())
                                .isEqualTo(task.getValue().intValue())));
        if (vector.has("maxMoves")) {
            assertThat(printed.get("moves").intValue())
                    .isLessThanOrEqualTo(vector.get("maxMoves").intValue());
        }
        if (expected.has("moves")) {
            assertThat(printed.get("moves")).isEqualTo(expected.get("moves"));
        }
    }
}
