package io.sardonyx.store.derived;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sardonyx.port.Documents;
import io.sardonyx.port.Log;
import io.sardonyx.port.Origin;
import io.sardonyx.port.Slice;
import io.sardonyx.port.Unreadable;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What a derived log does when batches are created but not counted, answers are lost and writers are stale. */
class DerivedLogTest {

    private static final LogNames NAMES = LogNames.of("log");

    private FaultyDocuments documents;
    private DerivedStore store;
    private FaultyDocuments others;
    private DerivedStore other;

    @BeforeEach
    void open() {
        String address = FaultyDocuments.newAddress();
        documents = new FaultyDocuments(address, 1_000);
        others = new FaultyDocuments(address, 1_000);
        store = new DerivedStore(documents);
        other = new DerivedStore(others);
    }

    @AfterEach
    void close() {
        store.close();
        other.close();
    }

    private Log mine() {
        return store.log("log");
    }

    private static <T> T answer(CompletionStage<T> stage) throws Exception {
        return stage.toCompletableFuture().get(30, TimeUnit.SECONDS);
    }

    private static long append(Log log, String... entries) throws Exception {
        return answer(log.append(
                List.of(entries).stream().map(entry -> entry.getBytes(UTF_8)).toList()));
    }

    private static List<String> texts(Log log, long from) throws Exception {
        var all = new ArrayList<String>();
        Slice slice = answer(log.read(from, 100));
        while (!slice.entries().isEmpty()) {
            slice.entries().forEach(entry -> all.add(new String(entry, UTF_8)));
            slice = answer(log.read(from + all.size(), 100));
        }
        return all;
    }

    private void createBatch(long number, long first, String... entries) throws Exception {
        byte[] body = LogBatch.inline(
                        first,
                        List.of(entries).stream().map(it -> it.getBytes(UTF_8)).toList())
                .encoded();
        assertThat(answer(documents.write(NAMES.batch(number), body, Documents.ABSENT)))
                .isPresent();
    }

    @Test
    void batchIsNotReadBeforeItIsCounted() throws Exception {
        append(mine(), "a");
        createBatch(1, 1, "b");
        assertThat(texts(other.log("log"), 0)).containsExactly("a");
    }

    @Test
    void appenderCountsWhatADeadOneLeft() throws Exception {
        append(mine(), "a");
        createBatch(1, 1, "b", "c");
        assertThat(append(mine(), "d")).isEqualTo(3);
        assertThat(texts(other.log("log"), 0)).containsExactly("a", "b", "c", "d");
    }

    /** An acknowledged copy proves that the batch is kept; without it the count could outlive the batch. */
    @Test
    void batchOfAnotherIsWrittenAgainBeforeItIsCounted() throws Exception {
        append(mine(), "a");
        createBatch(1, 1, "b");
        documents.written.clear();
        append(mine(), "c");
        assertThat(documents.written).containsSubsequence(NAMES.batch(1), NAMES.end(), NAMES.batch(2), NAMES.end());
        assertThat(documents.written.stream().filter(NAMES.batch(1)::equals)).hasSize(2);
    }

    @Test
    void whoFailedToCountFindsItsEntriesWhenItReadsToTheEnd() throws Exception {
        append(mine(), "a");
        documents.failing = NAMES.end()::equals;
        assertThatThrownBy(() -> append(mine(), "b")).hasMessageContaining("on purpose");
        documents.failing = name -> false;
        assertThat(texts(mine(), 0)).containsExactly("a", "b");
    }

    @Test
    void whoseAnswerIsLostFindsItsEntriesAndThoseBehindThemFail() throws Exception {
        append(mine(), "a");
        documents.unanswered = NAMES.batch(1)::equals;
        var first = mine().append(List.of("b".getBytes(UTF_8)));
        var second = mine().append(List.of("c".getBytes(UTF_8)));
        assertThatThrownBy(() -> answer(first)).hasMessageContaining("on purpose");
        assertThatThrownBy(() -> answer(second)).hasMessageContaining("on purpose");
        documents.unanswered = name -> false;
        assertThat(texts(mine(), 0)).containsExactly("a", "b");
        assertThat(append(mine(), "c")).isEqualTo(2);
    }

    @Test
    void nothingIsAppendedWhenTheBatchWasNotCreated() throws Exception {
        append(mine(), "a");
        documents.failing = NAMES.batch(1)::equals;
        assertThatThrownBy(() -> append(mine(), "b")).hasMessageContaining("on purpose");
        documents.failing = name -> false;
        assertThat(texts(mine(), 0)).containsExactly("a");
        assertThat(append(mine(), "b")).isEqualTo(1);
    }

    @Test
    void whoDoesNotKnowThatTheLogWasTrimmedAppendsNothingIntoThePast() throws Exception {
        append(mine(), "a");
        Log far = other.log("log");
        for (int round = 0; round < 4; round++) {
            append(far, IntStream.range(0, 900).mapToObj(i -> "e").toArray(String[]::new));
            answer(far.rebase(new Origin((round + 1) * 900L, new byte[0])));
        }
        assertThat(answer(far.read(0, 1)).trimmed()).isTrue();
        assertThatThrownBy(() -> append(mine(), "lost?")).hasMessageContaining("is unknown");
        assertThat(append(mine(), "b")).isEqualTo(3601);
        assertThat(texts(far, 3601)).containsExactly("b");
    }

    @Test
    void damagedDocumentsAreNamed() throws Exception {
        append(mine(), "a");
        var end = answer(documents.read(List.of(NAMES.end()))).get(0);
        answer(documents.write(NAMES.end(), "{}".getBytes(UTF_8), end.version()));
        assertThatThrownBy(() -> texts(mine(), 0))
                .hasCauseInstanceOf(Unreadable.class)
                .hasMessageContaining("document logs/log/end is damaged");
    }

    @Test
    void nothingIsLeftOfWhatWasTrimmed() throws Exception {
        byte[] large = new byte[Log.MAX_ENTRY_BYTES];
        answer(mine().append(List.of(large, large)));
        for (int round = 1; round <= 4; round++) {
            append(mine(), IntStream.range(0, 900).mapToObj(i -> "e").toArray(String[]::new));
            answer(mine().rebase(new Origin(round * 900L, large)));
        }
        List<String> left = answer(documents.names("logs/"));
        assertThat(left).noneMatch(name -> name.contains("/chunks/batch-"));
        assertThat(left.stream().filter(name -> name.contains("/chunks/origin-")))
                .hasSize(2);
        assertThat(left).doesNotContain(NAMES.batch(0), NAMES.batch(1));
    }
}
