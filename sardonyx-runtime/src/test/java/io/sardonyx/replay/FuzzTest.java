package io.sardonyx.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import com.fasterxml.jackson.databind.JsonNode;
import io.sardonyx.entry.EntryCodec;
import io.sardonyx.entry.EntryLine;
import io.sardonyx.entry.ReplicaView;
import io.sardonyx.json.BadInput;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Damaged documents are either read or refused; nothing else ever comes out of a decoder. */
class FuzzTest {

    private static final int ROUNDS = 20_000;

    private interface Reader {
        void read(byte[] document);
    }

    @Test
    void damagedReplicasAndEntriesAreReadOrRefused() {
        List<byte[]> replicas = documents("initial");
        List<byte[]> entries = new ArrayList<>();
        logVectors().forEach(vector -> vector.get("steps").forEach(step -> entries.add(entry(step))));
        var random = new Random(1);
        int[] read = new int[1];
        for (int round = 0; round < ROUNDS; round++) {
            byte[] replica = Mutations.of(replicas.get(random.nextInt(replicas.size())), random);
            byte[] entry = Mutations.of(entries.get(random.nextInt(entries.size())), random);
            check(replica, ReplicaView::read);
            check(entry, document -> EntryCodec.decode(3, document));
            check(entry, document -> {
                EntryLine line = EntryLine.read(document);
                var replay = new Replay(ReplicaView.read(replica));
                replay.next(line.entry(), line.dead());
                read[0]++;
            });
        }
        assertThat(read[0]).as("some damage is harmless").isGreaterThan(ROUNDS / 100);
    }

    @Test
    void damagedScenariosAreReadOrRefused() {
        List<byte[]> scenarios = Vectors.of("schedulers")
                .map(vector -> vector.get("input"))
                .filter(input -> !input.has("generator"))
                .map(Vectors::bytes)
                .toList();
        var random = new Random(2);
        int[] read = new int[1];
        for (int round = 0; round < ROUNDS; round++) {
            byte[] scenario = Mutations.of(scenarios.get(random.nextInt(scenarios.size())), random);
            check(scenario, document -> {
                SchedulingOutcome outcome =
                        SchedulingOutcome.of(Scenario.read(document).replica());
                assertThat(outcome.why()).allMatch(why -> why.finding().holds());
                read[0]++;
            });
        }
        assertThat(read[0]).as("some damage is harmless").isGreaterThan(ROUNDS / 100);
    }

    private static Stream<JsonNode> logVectors() {
        return Stream.of("join", "leave", "allocate", "commands").flatMap(Vectors::of);
    }

    private static List<byte[]> documents(String key) {
        return logVectors().map(vector -> Vectors.bytes(vector.get(key))).toList();
    }

    private static byte[] entry(JsonNode step) {
        var entry = Vectors.JSON.createObjectNode().put("position", 7);
        entry.set("fn", step.get("fn"));
        entry.set("args", step.get("args"));
        return Vectors.bytes(entry);
    }

    private static void check(byte[] document, Reader reader) {
        try {
            reader.read(document);
        } catch (BadInput e) {
            assertThat(e.getMessage()).isNotBlank().doesNotContain("\n").hasSizeLessThan(1_000);
        } catch (RuntimeException | AssertionError | StackOverflowError e) {
            fail(new String(document, StandardCharsets.UTF_8), e);
        }
    }
}
