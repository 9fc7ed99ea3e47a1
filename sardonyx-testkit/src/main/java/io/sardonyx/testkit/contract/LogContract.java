package io.sardonyx.testkit.contract;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sardonyx.port.Documents;
import io.sardonyx.port.Log;
import io.sardonyx.port.Slice;
import io.sardonyx.port.Store;
import io.sardonyx.port.Watch;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Contract tests for {@link Log}: appending in order, reading without gaps, and watches that are never lost. */
public abstract class LogContract extends StoreContract {

    private final LogReader reader = new LogReader(this);

    private Log mine() {
        return here().log("log");
    }

    private Log others() {
        return there().log("log");
    }

    @Test
    void positionsAreDenseAndBeginAtZero() {
        for (long i = 0; i < 5; i++) {
            Log log = i % 2 == 0 ? mine() : others();
            assertEquals(i, answer(log.append(List.of(bytes("e" + i)))));
        }
        assertEquals(List.of("e0", "e1", "e2", "e3", "e4"), reader.texts(mine(), 0));
        assertEquals(List.of("e3", "e4"), reader.texts(others(), 3));
    }

    @Test
    void anEmptyLogHasNothingToReadAndNoOrigin() {
        assertEquals(List.of(), reader.texts(mine(), 0));
        assertTrue(answer(mine().origin()).isEmpty());
    }

    @Test
    void whatIsAnsweredIsSeenByTheOtherAtOnce() {
        for (int i = 0; i < 20; i++) {
            long at = answer(mine().append(List.of(bytes("e" + i))));
            Slice slice = answer(others().read(at, 1));
            assertEquals(1, slice.entries().size());
            assertEquals("e" + i, text(slice.entries().get(0)));
        }
    }

    @Test
    void appendsKeepTheOrderOfCallsThoughNobodyWaits() {
        List<CompletionStage<Long>> answers = new ArrayList<>();
        for (int i = 0; i < 300; i++) {
            answers.add(mine().append(List.of(bytes("e" + i))));
        }
        for (int i = 0; i < answers.size(); i++) {
            assertEquals(i, answer(answers.get(i)));
        }
        assertEquals(IntStream.range(0, 300).mapToObj(i -> "e" + i).toList(), reader.texts(others(), 0));
    }

    @Test
    void aBatchIsInOrderAndAnswersThePositionOfItsFirst() {
        List<byte[]> batch =
                IntStream.range(0, 250).mapToObj(i -> bytes("b" + i)).toList();
        assertEquals(0, answer(mine().append(List.of(bytes("before")))));
        assertEquals(1, answer(mine().append(batch)));
        assertEquals(251, answer(others().append(List.of(bytes("after")))));
        assertEquals(
                IntStream.range(0, 250).mapToObj(i -> "b" + i).toList(),
                reader.texts(others(), 1).subList(0, 250));
    }

    @Test
    void concurrentAppendersLoseAndRepeatNothing() {
        Store third = open();
        List<Log> logs = List.of(mine(), others(), third.log("log"));
        List<List<CompletionStage<Long>>> answers = new ArrayList<>();
        logs.forEach(log -> answers.add(new ArrayList<>()));
        for (int i = 0; i < 60; i++) {
            for (int author = 0; author < logs.size(); author++) {
                List<byte[]> batch = List.of(bytes(author + ":" + 2 * i), bytes(author + ":" + (2 * i + 1)));
                answers.get(author).add(logs.get(author).append(batch));
            }
        }
        List<String> first = new ArrayList<>();
        answers.forEach(mine -> mine.forEach(stage -> first.add(String.valueOf(answer(stage)))));
        List<String> all = reader.texts(mine(), 0);
        assertEquals(360, all.size());
        assertEquals(360, new HashSet<>(all).size());
        assertEquals(180, new HashSet<>(first).size(), "each append has a position of its own");
        for (int author = 0; author < logs.size(); author++) {
            String own = author + ":";
            assertEquals(
                    IntStream.range(0, 120).mapToObj(i -> own + i).toList(),
                    all.stream().filter(entry -> entry.startsWith(own)).toList());
            assertEquals(own + "0", all.get(answer(answers.get(author).get(0)).intValue()));
        }
        assertEquals(all, reader.texts(third.log("log"), 0));
    }

    @Test
    void aReadGivesAtMostSoManyAndSomethingIfThereIsAny() {
        answer(mine().append(
                        IntStream.range(0, 10).mapToObj(i -> bytes("e" + i)).toList()));
        for (int limit = 1; limit <= 12; limit++) {
            Slice slice = answer(others().read(2, limit));
            assertFalse(slice.trimmed());
            assertFalse(slice.entries().isEmpty());
            assertTrue(slice.entries().size() <= limit);
            assertEquals("e2", text(slice.entries().get(0)));
        }
    }

    @Test
    void thereIsNothingAtTheEndNorBeyond() {
        answer(mine().append(List.of(bytes("a"), bytes("b"))));
        for (long from : new long[] {2, 3, 1000, Integer.MAX_VALUE + 1L}) {
            Slice slice = answer(others().read(from, 10));
            assertEquals(List.of(), slice.entries());
            assertFalse(slice.trimmed());
        }
    }

    @Test
    void aPositionBeforeTheFirstIsRefused() {
        assertRefused(() -> mine().read(-1, 1));
    }

    @Test
    void entriesMayBeEmptyOrAsLargeAsADocument() {
        List<byte[]> entries = List.of(
                new byte[0],
                noise(1, 1),
                noise(Documents.MAX_BYTES - 1, 2),
                noise(Documents.MAX_BYTES, 3),
                noise(4096, 4),
                new byte[0]);
        answer(mine().append(entries));
        List<byte[]> read = reader.bytes(others(), 0);
        assertEquals(entries.size(), read.size());
        for (int i = 0; i < entries.size(); i++) {
            assertArrayEquals(entries.get(i), read.get(i));
        }
    }

    @Test
    void aBatchMayBeLargerThanAnyMessage() {
        List<byte[]> batch =
                IntStream.range(0, 16).mapToObj(i -> noise(200_000, i)).toList();
        assertEquals(0, answer(mine().append(batch)));
        List<byte[]> read = reader.bytes(others(), 0);
        assertEquals(16, read.size());
        for (int i = 0; i < 16; i++) {
            assertArrayEquals(batch.get(i), read.get(i));
        }
    }

    @Test
    void logsOfOneStoreDoNotMix() {
        answer(here().log("a").append(List.of(bytes("of a"))));
        assertEquals(0, answer(here().log("b").append(List.of(bytes("of b")))));
        assertEquals(List.of("of a"), reader.texts(there().log("a"), 0));
        assertEquals(List.of("of b"), reader.texts(there().log("b"), 0));
    }

    @Test
    void appendsNudgeTheOtherAndOneself() {
        var near = new NudgeCounter();
        var far = new NudgeCounter();
        keep(mine().onAppend(near));
        keep(others().onAppend(far));
        for (int round = 0; round < 3; round++) {
            int before = far.count();
            answer(mine().append(List.of(bytes("e"))));
            eventually("the other was nudged", () -> far.count() > before);
        }
        eventually("the appender was nudged", () -> near.count() > 0);
    }

    @Test
    void aClosedWatchComesToRestAndMayBeClosedAgain() {
        var closed = new NudgeCounter();
        var open = new NudgeCounter();
        Watch watch = others().onAppend(closed);
        keep(others().onAppend(open));
        watch.close();
        watch.close();
        appendAndAwait(open);
        int late = closed.count();
        appendAndAwait(open);
        appendAndAwait(open);
        assertEquals(late, closed.count());
    }

    @Test
    void aNudgeThatThrowsHarmsNobody() {
        var nudges = new NudgeCounter();
        keep(others().onAppend(() -> {
            throw new IllegalStateException("thrown by a nudge on purpose");
        }));
        keep(others().onAppend(nudges));
        appendAndAwait(nudges);
        appendAndAwait(nudges);
        assertEquals(2, reader.texts(others(), 0).size());
    }

    @Test
    void aClosedOpeningRefusesAndTheOtherGoesOn() {
        Log log = mine();
        answer(log.append(List.of(bytes("a"))));
        here().close();
        here().close();
        assertRefused(() -> log.append(List.of(bytes("b"))));
        assertRefused(() -> log.read(0, 1));
        assertEquals(1, answer(others().append(List.of(bytes("c")))));
        assertEquals(List.of("a", "c"), reader.texts(others(), 0));
    }

    @Test
    void whatWasAnsweredOutlivesACrashAndAClose() {
        Store third = open();
        answer(third.log("log").append(List.of(bytes("a"))));
        third.close();
        answer(mine().append(List.of(bytes("b"))));
        crash(here());
        assertEquals(2, answer(others().append(List.of(bytes("c")))));
        assertEquals(List.of("a", "b", "c"), reader.texts(open().log("log"), 0));
    }

    private void appendAndAwait(NudgeCounter nudges) {
        int before = nudges.count();
        answer(mine().append(List.of(bytes("e"))));
        eventually("a nudge came", () -> nudges.count() > before);
    }
}
