package io.sardonyx.replay;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sardonyx.entry.CommandCodec;
import io.sardonyx.entry.EntryLine;
import io.sardonyx.entry.ReplicaView;
import io.sardonyx.json.Json;
import io.sardonyx.json.JsonOut;
import java.io.StringWriter;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** The worked examples whose steps are entries of the log. */
class LogVectorsTest {

    private static final Set<String> SETS = Set.of("aborted", "left", "exhausted-inputs", "sealed-outputs");

    @TestFactory
    Stream<DynamicTest> joining() {
        return tests("join");
    }

    @TestFactory
    Stream<DynamicTest> leaving() {
        return tests("leave");
    }

    @TestFactory
    Stream<DynamicTest> volunteering() {
        return tests("allocate");
    }

    @TestFactory
    Stream<DynamicTest> otherCommands() {
        return tests("commands");
    }

    private static Stream<DynamicTest> tests(String family) {
        return Vectors.of(family)
                .map(vector -> DynamicTest.dynamicTest(Vectors.title(vector), () -> new Example(vector).check()));
    }

    /** One example; members of the oldest generation are read as groups, with a peer each if there is work. */
    private record Example(JsonNode vector) {

        private boolean flat() {
            return vector.get("generation").asText().equals("3-phase-peer");
        }

        private boolean working() {
            return vector.get("initial").has("jobs");
        }

        private ReplicaView initial() {
            ObjectNode initial = vector.get("initial").deepCopy();
            if (flat()) {
                initial.set("groups", initial.path("peers"));
                if (!working()) {
                    initial.remove("peers");
                }
            }
            return ReplicaView.read(Vectors.bytes(initial));
        }

        void check() {
            var replay = new Replay(initial());
            for (JsonNode step : vector.get("steps")) {
                EntryLine line = EntryLine.read(Vectors.bytes(entry(step)));
                Replay.ReplayedEntry replayed = replay.next(line.entry(), line.dead());
                JsonNode view = view(replay.now());
                String at = "position " + replayed.position();
                compare(at, step.get("expect"), view);
                if (step.path("noop").asBoolean()) {
                    assertThat(replayed.change().happened())
                            .as(at + " changes nothing")
                            .isFalse();
                }
                JsonNode reactions = step.path("reactions");
                if (reactions.isObject()) {
                    assertThat(written(replayed)).as(at + ": reactions").isEqualTo(expected(reactions));
                }
                assertThat(ReplicaView.read(Vectors.bytes(view)))
                        .as(at + " comes back")
                        .isEqualTo(replay.now());
            }
        }

        private ObjectNode entry(JsonNode step) {
            ObjectNode entry = Vectors.JSON.createObjectNode();
            boolean leaving = flat() && step.get("fn").asText().equals("leave-cluster");
            entry.set("position", step.get("messageId"));
            entry.put("fn", leaving ? "group-leave-cluster" : step.get("fn").asText());
            entry.set("args", step.get("args"));
            if (step.has("dead")) {
                entry.set("dead", step.get("dead"));
            }
            return entry;
        }

        private void compare(String at, JsonNode expect, JsonNode view) {
            expect.properties().forEach(expected -> {
                String key = expected.getKey();
                if (Set.of("groups-reverse-index", "coordinators").contains(key)) {
                    return;
                }
                boolean members = flat() && key.equals("peers");
                JsonNode actual = view.path(members ? "groups" : key);
                assertThat(normal(key, actual)).as(at + ": " + key).isEqualTo(normal(key, expected.getValue()));
                if (members && working()) {
                    assertThat(view.get("peers")).as(at + ": peers").isEqualTo(expected.getValue());
                }
            });
        }

        private static JsonNode view(ReplicaView replica) {
            var text = new StringWriter();
            JsonOut out = Json.onto(text).begin();
            replica.write(out);
            out.end().flush();
            return Vectors.parse(text.toString());
        }

        /** Absent equals empty, at any depth; what is a set has no order. */
        private static Object normal(String key, JsonNode node) {
            if (node.isObject()) {
                var normal = new TreeMap<String, Object>();
                node.properties().forEach(field -> {
                    Object value = normal(key, field.getValue());
                    if (!value.equals("")) {
                        normal.put(field.getKey(), value);
                    }
                });
                return normal.isEmpty() ? "" : normal.toString();
            }
            if (node.isArray()) {
                var items = new java.util.ArrayList<String>();
                node.forEach(item -> items.add(item.toString()));
                return items.isEmpty() ? "" : (SETS.contains(key) ? new TreeSet<>(items) : items).toString();
            }
            return node.isMissingNode() || node.isNull() ? "" : node.toString();
        }

        private static JsonNode written(Replay.ReplayedEntry replayed) {
            ObjectNode all = Vectors.JSON.createObjectNode();
            replayed.reactions().forEach((group, commands) -> {
                ArrayNode list = all.putArray(group.text());
                commands.forEach(command -> {
                    var text = new StringWriter();
                    JsonOut out = Json.onto(text).begin();
                    CommandCodec.write(command, out);
                    out.end().flush();
                    list.add(Vectors.parse(text.toString()));
                });
            });
            return all;
        }

        /** The newer generation's notify has no subject any more. */
        private static JsonNode expected(JsonNode reactions) {
            JsonNode expected = reactions.deepCopy();
            expected.forEach(list -> list.forEach(reaction -> {
                if (reaction.get("fn").asText().equals("notify-join-cluster")) {
                    ((ObjectNode) reaction.get("args")).remove("subject");
                }
            }));
            return expected;
        }
    }
}
