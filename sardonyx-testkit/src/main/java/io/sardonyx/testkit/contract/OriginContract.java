package io.sardonyx.testkit.contract;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sardonyx.port.Log;
import io.sardonyx.port.Origin;
import io.sardonyx.port.Slice;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Contract tests for the origin of a {@link Log}: snapshots, and trimming of entries before them. */
public abstract class OriginContract extends StoreContract {

    private static final int ROUNDS = 64;
    private static final int ROUND = 128;

    private final LogReader reader = new LogReader(this);

    private Log mine() {
        return here().log("log");
    }

    private Log others() {
        return there().log("log");
    }

    @Test
    void theOriginIsWhatWasStoredLast() {
        append(10);
        assertTrue(answer(mine().rebase(origin(3))));
        assertEquals(3, newest().position());
        assertTrue(answer(others().rebase(origin(7))));
        assertEquals(7, newest().position());
        assertEquals("state at 7", text(newest().state()));
    }

    @Test
    void anOlderOriginIsRefusedAndChangesNothing() {
        append(10);
        assertTrue(answer(mine().rebase(origin(7))));
        assertFalse(answer(others().rebase(origin(3))));
        assertFalse(answer(mine().rebase(origin(6))));
        assertEquals(7, newest().position());
        assertEquals("state at 7", text(newest().state()));
    }

    @Test
    void ofConcurrentOriginsTheNewestWins() {
        append(40);
        List<CompletionStage<Boolean>> answers = new ArrayList<>();
        for (int i = 0; i < 40; i++) {
            answers.add((i % 2 == 0 ? mine() : others()).rebase(origin((i * 17) % 40)));
        }
        answers.forEach(this::answer);
        assertEquals(39, newest().position());
        assertEquals("state at 39", text(newest().state()));
    }

    @Test
    void twoWhoRebaseToTheSamePositionLeaveOneOfBoth() {
        append(5);
        var first = mine().rebase(new Origin(4, bytes("one")));
        var second = others().rebase(new Origin(4, bytes("two")));
        boolean isFirst = answer(first);
        boolean isSecond = answer(second);
        assertTrue(isFirst || isSecond);
        assertEquals(4, newest().position());
        assertTrue(List.of("one", "two").contains(text(newest().state())));
    }

    @Test
    void aLargeStateIsReadBackWhole() {
        append(1);
        byte[] state = noise(3 * 1024 * 1024 + 17, 5);
        assertTrue(answer(mine().rebase(new Origin(0, state))));
        assertArrayEquals(state, newest().state());
        append(1);
        assertTrue(answer(others().rebase(new Origin(1, new byte[0]))));
        assertArrayEquals(new byte[0], newest().state());
    }

    @Test
    void whatComesAfterTheOriginIsNeverTrimmed() {
        append(50);
        for (long at = 0; at < 50; at += 7) {
            assertTrue(answer(mine().rebase(origin(at))));
            long next = at + 1;
            assertEquals(IntStream.range((int) next, 50).mapToObj(i -> "e" + i).toList(), reader.texts(others(), next));
        }
    }

    @Test
    void aReaderBehindTheTrimStartsAtTheOriginAndEndsEqual() {
        trimTheFirst();
        Slice slice = answer(others().read(0, 10));
        assertTrue(slice.trimmed());
        assertEquals(List.of(), slice.entries());
        Origin origin = newest();
        long end = origin.position()
                + 1
                + reader.texts(others(), origin.position() + 1).size();
        assertEquals("state at " + origin.position(), text(origin.state()));
        assertEquals(end, answer(mine().append(List.of(bytes("e" + end)))));
        List<String> tail = reader.texts(open().log("log"), origin.position() + 1);
        assertEquals("e" + end, tail.get(tail.size() - 1));
    }

    @Test
    void aSliceIsTrimmedOrRightAtEveryPosition() {
        trimTheFirst();
        long end = newest().position() + 1;
        boolean readable = false;
        for (long from = 0; from < end; from += 13) {
            Slice slice = answer(others().read(from, 3));
            assertFalse(readable && slice.trimmed(), "there is one boundary, and it is before " + from);
            readable |= !slice.trimmed();
            assertEquals(slice.trimmed(), slice.entries().isEmpty());
            for (int i = 0; i < slice.entries().size(); i++) {
                assertEquals("e" + (from + i), text(slice.entries().get(i)));
            }
        }
    }

    @Test
    void positionsGoOnAfterATrim() {
        trimTheFirst();
        long end = newest().position() + 1;
        assertEquals(end, answer(others().append(List.of(bytes("next")))));
        assertEquals(end + 1, answer(open().log("log").append(List.of(bytes("next but one")))));
        assertEquals(List.of("next", "next but one"), reader.texts(mine(), end));
    }

    /** Appends and rebases until the first entry is trimmed. */
    private void trimTheFirst() {
        for (int round = 1; round <= ROUNDS; round++) {
            append(ROUND);
            assertTrue(answer(mine().rebase(origin((long) round * ROUND - 1))));
            if (answer(others().read(0, 1)).trimmed()) {
                return;
            }
        }
        eventually(
                "the first of " + ROUNDS * ROUND + " entries was trimmed",
                () -> answer(others().read(0, 1)).trimmed());
    }

    private long appended;

    private void append(int count) {
        List<byte[]> batch = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            batch.add(bytes("e" + appended++));
        }
        answer(mine().append(batch));
    }

    private static Origin origin(long position) {
        return new Origin(position, bytes("state at " + position));
    }

    private Origin newest() {
        return answer(others().origin()).orElseThrow();
    }
}
