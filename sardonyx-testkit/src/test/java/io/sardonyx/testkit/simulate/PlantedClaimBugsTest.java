package io.sardonyx.testkit.simulate;

import static org.assertj.core.api.Assertions.fail;

import io.sardonyx.job.Tuning;
import io.sardonyx.json.Field;
import io.sardonyx.json.Json;
import io.sardonyx.port.Document;
import io.sardonyx.port.Documents;
import io.sardonyx.port.Watch;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/**
 * The simulator sees what peers can do wrong that claim the partitions of an input by leases: each bug is found within
 * 200 seeds with such jobs.
 */
class PlantedClaimBugsTest {

    private static final int SEEDS_TO_FIND_A_BUG = 200;
    /** One in some 250 seeds has a holder of the past write in time. */
    private static final long FIRST_SEED_OF_A_RARE_BUG = 1_600;

    private static final Pattern CLAIMED = Pattern.compile("partitions/[^/]+/[^/]+/claimed/.+");

    /** Documents of claimed partitions that a bug sees or writes otherwise; damaged ones stay as they are. */
    private abstract static class Tampered implements Documents {

        final Documents documents;

        Tampered(Documents documents) {
            this.documents = documents;
        }

        byte[] read(byte[] body) {
            return body;
        }

        byte[] written(byte[] body) {
            return body;
        }

        private Document seen(Document document) {
            boolean whole = CLAIMED.matcher(document.name()).matches()
                    && new String(document.body(), StandardCharsets.UTF_8).endsWith("}");
            return whole ? new Document(document.name(), read(document.body()), document.version()) : document;
        }

        @Override
        public CompletionStage<List<Document>> read(Collection<String> names) {
            return documents
                    .read(names)
                    .thenApply(found -> found.stream().map(this::seen).toList());
        }

        @Override
        public CompletionStage<List<String>> names(String prefix) {
            return documents.names(prefix);
        }

        @Override
        public CompletionStage<OptionalLong> write(String name, byte[] body, long seen) {
            if (!CLAIMED.matcher(name).matches()) {
                return documents.write(name, body, seen);
            }
            return documents.write(name, written(body), seen);
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

    private static PlantedBug documents(UnaryOperator<Documents> other) {
        return PlantedBug.NONE.stores(store -> new TamperedStore(store) {
            private final Documents tampered = other.apply(store.documents());

            @Override
            public Documents documents() {
                return tampered;
            }
        });
    }

    private static byte[] replaced(byte[] body, String pattern, String replacement) {
        return new String(body, StandardCharsets.UTF_8)
                .replaceFirst(pattern, replacement)
                .getBytes(StandardCharsets.UTF_8);
    }

    private static long fence(byte[] body) {
        return Json.read(body).at("fence").whole(0, Long.MAX_VALUE);
    }

    /** Who has lost a partition, or came too late to claim it, writes on, and nobody compares versions. */
    @Test
    void aFormerHolderWhoseWritesAreAcceptedIsFound() {
        find(
                documents(documents -> new Tampered(documents) {
                    @Override
                    public CompletionStage<OptionalLong> write(String name, byte[] body, long seen) {
                        return super.write(name, body, seen)
                                .thenCompose(answer -> answer.isPresent()
                                                || !CLAIMED.matcher(name).matches()
                                        ? CompletableFuture.completedFuture(answer)
                                        : anyway(name, body));
                    }

                    private CompletionStage<OptionalLong> anyway(String name, byte[] body) {
                        return documents
                                .read(List.of(name))
                                .thenCompose(found ->
                                        !found.isEmpty() && fence(found.get(0).body()) > fence(body)
                                                ? documents.write(
                                                        name, body, found.get(0).version())
                                                : CompletableFuture.completedFuture(OptionalLong.empty()));
                    }
                }),
                "went back",
                FIRST_SEED_OF_A_RARE_BUG);
    }

    @Test
    void aRenewalWithAPositionThatIsNotSettledIsFound() {
        find(
                documents(documents -> new Tampered(documents) {
                    @Override
                    byte[] written(byte[] body) {
                        Field position = Json.read(body).at("position");
                        return position.isAbsent()
                                ? body
                                : replaced(
                                        body,
                                        "\"position\":\"\\d+\"",
                                        "\"position\":\"" + (Integer.parseInt(position.text()) + 1) + "\"");
                    }
                }),
                "it is not at output");
    }

    @Test
    void aDonePartitionThatIsClaimedAnewIsFound() {
        find(
                documents(documents -> new Tampered(documents) {
                    @Override
                    byte[] read(byte[] body) {
                        return replaced(body, "\"state\":\"done\"", "\"state\":\"outstanding\"");
                    }
                }),
                "went back");
    }

    @Test
    void aSuccessorThatBeginsAnewIsFound() {
        find(
                documents(documents -> new Tampered(documents) {
                    @Override
                    byte[] read(byte[] body) {
                        return replaced(body, ",\"position\":\"\\d+\"", "");
                    }
                }),
                "went back");
    }

    @Test
    void aFenceThatDoesNotGrowWithTheHolderIsFound() {
        find(
                documents(documents -> new Tampered(documents) {
                    @Override
                    byte[] written(byte[] body) {
                        return replaced(body, "\"fence\":\\d+", "\"fence\":1");
                    }
                }),
                "went back");
    }

    private static void find(PlantedBug bug, String symptom) {
        find(bug, symptom, 0);
    }

    private static void find(PlantedBug bug, String symptom, long first) {
        var claimed = LongStream.iterate(first, seed -> seed + 1)
                .filter(seed -> !Storm.isQueued(seed) && Storm.partitions(seed) == Tuning.Partitions.CLAIMED)
                .limit(SEEDS_TO_FIND_A_BUG)
                .iterator();
        for (int tried = 1; claimed.hasNext(); tried++) {
            long seed = claimed.nextLong();
            int groups = JobSimulation.FEWEST_GROUPS + (int) (seed % 3);
            try {
                JobSimulation.run(Storm.anyAtWork(seed, groups).seeded(seed), bug, Simulation.SILENT);
            } catch (AssertionError broken) {
                String message = broken.getMessage().lines().findFirst().orElse("");
                if (message.contains(symptom)) {
                    System.out.println("found by the seed " + seed + ", number " + tried + ": " + message);
                    return;
                }
            }
        }
        fail("none of " + SEEDS_TO_FIND_A_BUG + " seeds found the planted bug");
    }
}
