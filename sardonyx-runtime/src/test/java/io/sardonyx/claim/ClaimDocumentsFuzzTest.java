package io.sardonyx.claim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import io.sardonyx.content.PartitionCodec;
import io.sardonyx.function.FunctionLoader;
import io.sardonyx.function.source.Functions;
import io.sardonyx.json.BadInput;
import io.sardonyx.lambda.LambdaData;
import io.sardonyx.lambda.ValueCodec;
import io.sardonyx.lease.LockDocument;
import io.sardonyx.lease.NodeListDocument;
import io.sardonyx.lease.NodeListDocument.ListedNode;
import io.sardonyx.lease.PartitionDocument;
import io.sardonyx.node.NodeTask;
import io.sardonyx.port.Unreadable;
import io.sardonyx.replay.Mutations;
import io.sardonyx.store.LockCodec;
import io.sardonyx.value.JobId;
import io.sardonyx.value.TaskName;
import io.sardonyx.value.table.SortedTable;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Whatever is in a document of nodes: it is decoded, or refused by an error that names it; no call breaks a node. */
class ClaimDocumentsFuzzTest {

    private static final int ROUNDS = 10_000;
    private static final String NAME = "some/document";
    private static final JobId JOB = JobId.of("job");

    private static final FunctionLoader CLASSES = FunctionLoader.of(Functions.onClassPath());
    private static final ValueCodec VALUES = new ValueCodec(CLASSES, UnaryOperator.identity());

    private final Random random = new Random(18);
    private int decoded;

    /** A value that a task captures. */
    public record Captured(String text, List<Long> numbers) {}

    private interface Decoder {

        @Nullable
        Object decode(byte[] document);
    }

    private static PartitionDocument work(io.sardonyx.lease.PartitionTask task) {
        return new PartitionDocument(
                new LockDocument("holder", 1_794_972_010_000L, 10_000, 7),
                task,
                PartitionDocument.State.OUTSTANDING,
                "4096",
                SortedTable.<TaskName, Long>empty().with(TaskName.of("parse"), 3L),
                2,
                "it threw");
    }

    private static LambdaData lambda() {
        var captured = new Captured("text", List.of(1L, 2L));
        Map<String, String> context = Map.of("bucket", "b");
        NodeTask.Action task = () -> assertThat(context.get("bucket")).isNotEqualTo(captured.text());
        return LambdaData.of(task, CLASSES, VALUES);
    }

    private static byte[] call() {
        return PartitionCodec.encode(work(new CallTask(lambda(), "node", 5_000).task("id")));
    }

    private static Decoder named(Decoder decoder) {
        return document -> {
            try {
                return decoder.decode(document);
            } catch (Unreadable refused) {
                assertThat(refused).hasMessageContaining(NAME);
                return null;
            }
        };
    }

    /** As a node decodes a call before it runs it. */
    private static @Nullable Object bound(byte[] document) {
        try {
            PartitionDocument work = ClaimDocuments.decode(NAME, document, PartitionCodec::read);
            return CallTask.of(work.task()).lambda().bind(CLASSES, VALUES);
        } catch (BadInput | IllegalArgumentException refused) {
            assertThat(refused.getMessage()).isNotBlank();
            return null;
        }
    }

    private void fuzz(byte[] document, Decoder decoder) {
        assertThat(decoder.decode(document)).isNotNull();
        decoded = 0;
        for (int round = 0; round < ROUNDS; round++) {
            byte[] mutated = Mutations.of(document, random);
            try {
                decoded += decoder.decode(mutated) == null ? 0 : 1;
            } catch (RuntimeException | StackOverflowError e) {
                fail(new String(mutated, StandardCharsets.UTF_8), e);
            }
        }
        assertThat(decoded).as("some damage is harmless").isGreaterThan(ROUNDS / 100);
    }

    @Test
    void nodesAndLocksAreDecodedOrRefusedByName() {
        var nodes = new NodeListDocument(List.of(new ListedNode("one", 5), new ListedNode("two", 3)));
        fuzz(ClaimDocuments.encode(nodes), named(it -> ClaimDocuments.decode(NAME, it, ClaimDocuments::nodes)));
        byte[] lock = LockCodec.encoded(new LockDocument("somebody", 5, 1_000, 7));
        fuzz(lock, named(it -> LockCodec.decoded(NAME, it)));
    }

    @Test
    void indexesAreDecodedOrRefusedByName() {
        JobIndex index = JobIndex.EMPTY
                .with(JobIndex.IndexedJob.submitted(JOB, "abc", 1_794_972_000_000L)
                        .marked("m"))
                .with(JobIndex.IndexedJob.submitted(JobId.of("other"), "def", 0).ended(JobIndex.State.KILLED, "why"));
        fuzz(index.encoded(), named(it -> ClaimDocuments.decode(NAME, it, JobIndex::read)));
    }

    /** As the peers of a cluster decode a partition that they claim; who asked for it names the document. */
    @Test
    void claimedPartitionsOfInputsAreDecodedOrBadInput() {
        fuzz(PartitionCodec.encode(work(PartitionCodec.read(JOB, "a.txt"))), document -> {
            try {
                return PartitionCodec.decoded(document);
            } catch (BadInput refused) {
                assertThat(refused.getMessage()).isNotBlank();
                return null;
            }
        });
    }

    @Test
    void partitionsAreDecodedOrRefusedByName() {
        fuzz(
                PartitionCodec.encode(work(ClaimDocuments.readPerNode(JOB, "/data/in/a.txt"))),
                named(it -> ClaimDocuments.decode(NAME, it, PartitionCodec::read)));
    }

    @Test
    void callsAreBoundOrRefused() {
        fuzz(call(), named(ClaimDocumentsFuzzTest::bound));
    }

    @Test
    void capturedValuesAreDecodedOrRefused() {
        char[] captured = lambda().captured().toCharArray();
        for (int round = 0; round < ROUNDS; round++) {
            char[] mutated = captured.clone();
            for (int i = random.nextInt(4); i >= 0; i--) {
                mutated[random.nextInt(mutated.length)] = (char) (' ' + random.nextInt(95));
            }
            String text =
                    new String(mutated, 0, random.nextInt(4) > 0 ? mutated.length : random.nextInt(mutated.length));
            try {
                decoded += VALUES.decode(text) == null ? 0 : 1;
            } catch (IllegalArgumentException refused) {
                assertThat(refused.getMessage()).isNotBlank();
            } catch (RuntimeException | StackOverflowError e) {
                fail(text, e);
            }
        }
        assertThat(decoded).as("some damage is harmless").isPositive();
    }
}
