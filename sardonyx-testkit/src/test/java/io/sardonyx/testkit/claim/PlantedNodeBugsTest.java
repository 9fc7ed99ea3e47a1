package io.sardonyx.testkit.claim;

import static org.assertj.core.api.Assertions.fail;

import io.sardonyx.json.Field;
import io.sardonyx.json.Json;
import io.sardonyx.port.Document;
import io.sardonyx.port.Documents;
import io.sardonyx.port.Watch;
import io.sardonyx.testkit.claim.NodeSimulation.Plant;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** The simulation sees what nodes can do wrong: each bug is found within 200 seeds. */
class PlantedNodeBugsTest {

    private static final int SEEDS_TO_FIND_A_BUG = 200;

    private static final String WORK = "claims/work/";

    /** Documents that a bug sees or writes otherwise. */
    private abstract static class Tampered implements Documents {

        final Documents documents;

        Tampered(Documents documents) {
            this.documents = documents;
        }

        Document read(Document document) {
            return document;
        }

        byte[] written(byte[] body) {
            return body;
        }

        byte[] created(byte[] body) {
            return written(body);
        }

        @Override
        public CompletionStage<List<Document>> read(Collection<String> names) {
            return documents
                    .read(names)
                    .thenApply(found -> found.stream()
                            .map(each -> each.name().startsWith(WORK) ? read(each) : each)
                            .toList());
        }

        @Override
        public CompletionStage<List<String>> names(String prefix) {
            return documents.names(prefix);
        }

        @Override
        public CompletionStage<OptionalLong> write(String name, byte[] body, long seen) {
            if (!name.startsWith(WORK)) {
                return documents.write(name, body, seen);
            }
            return documents.write(name, seen == Documents.ABSENT ? created(body) : written(body), seen);
        }

        @Override
        public CompletionStage<Boolean> delete(String name, long seen) {
            return documents.delete(name, seen);
        }

        @Override
        public Watch onChange(String prefix, Runnable nudge) {
            return documents.onChange(prefix, nudge);
        }
    }

    private static Plant documents(NodeSimulation.Decoration decoration) {
        return new Plant(decoration, (clock, turned) -> clock);
    }

    private static Plant clock(NodeSimulation.ClockDecoration decoration) {
        return new Plant((documents, wallMillis) -> documents, decoration);
    }

    private static Field json(byte[] body) {
        return Json.read(body);
    }

    private static byte[] replaced(byte[] body, String pattern, String replacement) {
        return new String(body, StandardCharsets.UTF_8)
                .replaceFirst(pattern, replacement)
                .getBytes(StandardCharsets.UTF_8);
    }

    private static Document freed(Document document) {
        byte[] free = replaced(
                replaced(document.body(), "\"holder\":\"[^\"]*\"", "\"holder\":\"\""),
                "\"expire\":\\d+",
                "\"expire\":0");
        return new Document(document.name(), free, document.version());
    }

    @Test
    void aTakeOverByTheCalendarIsFound() {
        find(
                () -> documents((documents, wallMillis) -> new Tampered(documents) {
                    @Override
                    Document read(Document document) {
                        return json(document.body()).at("expire").whole(0, Long.MAX_VALUE) < wallMillis.getAsLong()
                                ? freed(document)
                                : document;
                    }
                }),
                "came after one under",
                "was removed while");
    }

    @Test
    void aDeadlineThatCountsFromTheAnswerIsFound() {
        // A lease whose deadline counts from a late answer lasts too long by what the answer was late.
        long late = NodeSimulation.LEASE.toNanos() / 2;
        find(
                () -> clock((real, turned) -> () -> Math.max(turned.getAsLong(), real.getAsLong() - late)),
                "came after one under");
    }

    @Test
    void effectsWithoutASecondLookAtTheDeadlineAreFound() {
        find(
                // Only the node looks at the deadline, in its own turns.
                () -> clock((real, turned) -> turned), "came after one under");
    }

    @Test
    void aRenewalWithAPositionThatIsNotSettledIsFound() {
        find(
                () -> documents((documents, wallMillis) -> new Tampered(documents) {
                    @Override
                    byte[] written(byte[] body) {
                        String position = json(body).at("position").textOr("");
                        return position.isEmpty()
                                ? body
                                : replaced(
                                        body,
                                        "\"position\":\"\\d+\"",
                                        "\"position\":\"" + (Integer.parseInt(position) + 1) + "\"");
                    }
                }),
                "which is not settled");
    }

    @Test
    void aDonePartitionThatIsCreatedAnewIsFound() {
        find(
                () -> documents((documents, wallMillis) -> new Tampered(documents) {
                    private final Set<String> forgotten = new HashSet<>();

                    @Override
                    Document read(Document document) {
                        if (json(document.body()).at("state").text().equals("done") && forgotten.add(document.name())) {
                            var unused = documents.delete(document.name(), document.version());
                        }
                        return document;
                    }
                }),
                "is begun again after it was done");
    }

    @Test
    void aLeaderThatRemovesAHeldPartitionIsFound() {
        find(
                () -> documents((documents, wallMillis) -> new Tampered(documents) {
                    private final Map<String, Integer> times = new HashMap<>();

                    @Override
                    Document read(Document document) {
                        boolean held =
                                !json(document.body()).at("holder").textOr("").isEmpty();
                        return held && times.merge(document.name(), 1, Integer::sum) % 3 == 0
                                ? freed(document)
                                : document;
                    }
                }),
                "was removed while");
    }

    @Test
    void fencesThatBeginAgainWithANewDocumentAreFound() {
        find(
                () -> documents((documents, wallMillis) -> new Tampered(documents) {
                    @Override
                    byte[] created(byte[] body) {
                        return replaced(body, "\"fence\":\\d+", "\"fence\":0");
                    }
                }),
                "was used before",
                "came after one under");
    }

    private static void find(Supplier<Plant> plants, String... symptoms) {
        for (long seed = 0; seed < SEEDS_TO_FIND_A_BUG; seed++) {
            try {
                new NodeSimulation(seed, plants.get()).run();
            } catch (AssertionError found) {
                String told = String.valueOf(found.getMessage());
                for (String symptom : symptoms) {
                    if (told.contains(symptom)) {
                        System.out.printf(
                                "found by seed %d: %s%n",
                                seed, told.lines().findFirst().orElse(""));
                        return;
                    }
                }
            }
        }
        fail("no seed below " + SEEDS_TO_FIND_A_BUG + " shows the bug");
    }
}
