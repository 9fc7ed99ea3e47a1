package io.sardonyx.testkit.contract;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import io.sardonyx.port.Blobs;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Contract tests for {@link Blobs}: one writer of a name, ranges, names, deletes, and nothing half-written. */
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
public abstract class BlobsContract {

    private static final int MIB = 1 << 20;

    private SharedBlobs shared;
    private final List<Blobs> opened = new ArrayList<>();
    private Blobs here;
    private Blobs there;

    /**
     * Fixture of the contract for blobs: one store of blobs, empty at first and used by one test, that is opened as by
     * several processes.
     */
    public interface SharedBlobs extends AutoCloseable {

        /** Opens the blobs once more, as another process would. */
        Blobs open();

        /**
         * Crashes the process that {@code opened} stands for, in the middle of what it writes. Blobs that cannot do
         * this from within the JVM skip the tests that need it.
         */
        default void crash(Blobs opened) {
            Assumptions.abort("a writer of these blobs cannot be killed from within");
        }

        /** Advances blobs in virtual time by one event while a test waits; returns false when there is none. */
        default boolean passTime() {
            return false;
        }

        /** Removes what the test left behind; all openings are closed or crashed by now. */
        @Override
        default void close() {}
    }

    /** A new, empty store of blobs. */
    protected abstract SharedBlobs fresh();

    /** Timeout for everything that a test waits for. */
    protected Duration patience() {
        return Duration.ofSeconds(30);
    }

    @BeforeEach
    final void openTwice() {
        shared = fresh();
        here = open();
        there = open();
    }

    @AfterEach
    final void closeAll() {
        opened.forEach(Blobs::close);
        shared.close();
    }

    private Blobs open() {
        Blobs blobs = shared.open();
        opened.add(blobs);
        return blobs;
    }

    @Test
    void whatOneWritesTheOtherReads() {
        assertTrue(write(here, "state/1", "hello ", "world"));
        assertEquals(Optional.of("hello world"), text(there, "state/1"));
        assertEquals(Optional.of("hello world"), text(here, "state/1"));
        assertEquals(Optional.of("hello world"), text(open(), "state/1"));
    }

    @Test
    void aNameIsWrittenOnce() {
        assertTrue(write(here, "b", "one"));
        assertFalse(write(here, "b", "two"));
        assertFalse(write(there, "b", "three and more"));
        assertEquals(Optional.of("one"), text(there, "b"));
    }

    @Test
    void ofThoseWhoWriteANameAtOnceExactlyOneDoes() {
        for (int round = 0; round < 10; round++) {
            String name = "b" + round;
            List<CompletionStage<Boolean>> answers = new ArrayList<>();
            for (int i = 0; i < 6; i++) {
                answers.add((i % 2 == 0 ? here : there).write(name, content("writer " + i)));
            }
            List<Boolean> won = answers.stream().map(this::answer).toList();
            assertEquals(1, Collections.frequency(won, true));
            assertEquals(Optional.of("writer " + won.indexOf(true)), text(here, name));
            assertEquals(Optional.of("writer " + won.indexOf(true)), text(there, name));
        }
    }

    @Test
    void anyRangeIsReadAndFewerBytesOnlyAtTheEnd() {
        write(here, "b", "0123", "", "456", "789");
        assertEquals("0", range("b", 0, 1));
        assertEquals("3456789", range("b", 3, 7));
        assertEquals("34567", range("b", 3, 5));
        assertEquals("89", range("b", 8, 100));
        assertEquals("", range("b", 10, 1));
        assertEquals("", range("b", Long.MAX_VALUE / 2, 1));
    }

    @Test
    void aRangeThatIsNoneIsRefused() {
        write(here, "b", "content");
        assertRefused(() -> here.read("b", -1, 1));
        assertRefused(() -> here.read("b", 0, 0));
        assertRefused(() -> here.read("b", 0, -1));
        assertRefused(() -> here.read("b", 0, Blobs.MAX_READ_BYTES + 1));
        assertRefused(() -> here.read("", 0, 1));
    }

    @Test
    void whatIsAbsentIsNeitherReadNorDeleted() {
        assertEquals(Optional.empty(), text(here, "b"));
        assertFalse(answer(there.delete("b")));
        assertEquals(Set.of(), names(""));
    }

    @Test
    void whatIsDeletedIsGoneForBoth() {
        write(here, "b", "one");
        write(here, "bb", "two");
        assertTrue(answer(there.delete("b")));
        assertFalse(answer(here.delete("b")));
        assertEquals(Optional.empty(), text(here, "b"));
        assertEquals(Optional.empty(), text(there, "b"));
        eventually("the name was gone", () -> names("").equals(Set.of("bb")));
    }

    @Test
    void aBlobMayBeEmpty() {
        assertTrue(answer(here.write("none", List.of())));
        assertTrue(write(here, "blank", ""));
        assertEquals(Optional.of(""), text(there, "none"));
        assertEquals(Optional.of(""), text(there, "blank"));
        assertFalse(write(there, "none", "something"));
        eventually("both were listed", () -> names("").equals(Set.of("none", "blank")));
    }

    @Test
    void aBlobMayBeLargerThanTheLargestRead() {
        ByteBuffer part = ByteBuffer.wrap(StoreContract.noise(MIB, 1)).asReadOnlyBuffer();
        int parts = Blobs.MAX_READ_BYTES / MIB + 3;
        assertTrue(answer(here.write("large", Collections.nCopies(parts, part))));
        ByteBuffer read =
                answer(there.read("large", MIB / 2, Blobs.MAX_READ_BYTES)).orElseThrow();
        assertEquals(Blobs.MAX_READ_BYTES, read.remaining());
        assertEquals(part.slice(MIB / 2, MIB / 2), read.slice(0, MIB / 2));
        assertEquals(part, read.slice(Blobs.MAX_READ_BYTES - MIB - MIB / 2, MIB));
        ByteBuffer rest = answer(there.read("large", (parts - 1L) * MIB, Blobs.MAX_READ_BYTES))
                .orElseThrow();
        assertEquals(part, rest);
    }

    @Test
    void buffersAreWrittenFromPositionToLimitAndStayAsTheyAre() {
        ByteBuffer direct = ByteBuffer.allocateDirect(16).put("--direct--".getBytes(UTF_8));
        direct.limit(8).position(2);
        ByteBuffer heap = ByteBuffer.wrap("--heap--".getBytes(UTF_8), 2, 4).asReadOnlyBuffer();
        assertTrue(answer(here.write("b", List.of(direct, heap, direct))));
        assertEquals(Optional.of("directheapdirect"), text(there, "b"));
        assertEquals(2, direct.position());
        assertEquals(8, direct.limit());
        assertEquals(4, heap.remaining());
    }

    @Test
    void whatWasReadBelongsToTheReader() {
        write(here, "b", "content");
        ByteBuffer read = answer(here.read("b", 0, 100)).orElseThrow();
        if (!read.isReadOnly()) {
            read.put(0, (byte) 'X');
        }
        assertEquals(Optional.of("content"), text(here, "b"));
        assertEquals(Optional.of("content"), text(there, "b"));
    }

    @Test
    void namesAreFoundByTheirPrefix() {
        for (String name : List.of("state/job/1", "state/job/2", "state/jobs", "other")) {
            write(here, name, name);
        }
        eventually(
                "names under a job were seen", () -> names("state/job/").equals(Set.of("state/job/1", "state/job/2")));
        assertEquals(Set.of("state/job/1", "state/job/2", "state/jobs"), names("state/job"));
        assertEquals(Set.of("state/job/1", "state/job/2", "state/jobs", "other"), names(""));
        assertEquals(Set.of("state/jobs"), names("state/jobs"));
        assertEquals(Set.of(), names("state/job/1/"));
        assertEquals(Set.of(), names("nothing begins so"));
    }

    @Test
    void namesArePlainText() {
        List<String> hostile = new ArrayList<>(NamesContract.HOSTILE);
        hostile.add("n".repeat(1000));
        hostile.add("n".repeat(999) + "x");
        for (String name : hostile) {
            assertTrue(write(here, name, "of " + name), name);
        }
        for (String name : hostile) {
            assertEquals(Optional.of("of " + name), text(there, name));
        }
        eventually("all names were seen", () -> names("").equals(new TreeSet<>(hostile)));
        eventually("names of dots were seen", () -> names("..").equals(Set.of("../x", "../../x", "..", "...")));
        eventually("long names were seen", () -> names("n".repeat(150)).size() == 4);
        assertEquals(Set.of("n".repeat(1000)), names("n".repeat(1000)));
        for (String name : hostile) {
            assertTrue(answer(there.delete(name)), name);
        }
        eventually("no name was left", () -> names("").isEmpty());
        assertRefused(() -> here.write("", content("x")));
        assertRefused(() -> here.write("n".repeat(1001), content("x")));
        assertRefused(() -> here.delete(""));
    }

    @Test
    void aWriteWhoseContentFailsLeavesNothing() {
        assertRefused(() -> here.write("b", new FailingContent()));
        assertEquals(Optional.empty(), text(here, "b"));
        assertEquals(Optional.empty(), text(there, "b"));
        assertEquals(Set.of(), names(""));
        assertTrue(write(here, "b", "second try"));
        assertEquals(Optional.of("second try"), text(there, "b"));
    }

    @Test
    void aWriterThatDiesLeavesAllOrNothing() {
        ByteBuffer part = ByteBuffer.wrap(StoreContract.noise(MIB, 2)).asReadOnlyBuffer();
        write(here, "before", "whole");
        var unused = here.write("b", Collections.nCopies(32, part));
        shared.crash(here);
        opened.remove(here);
        for (int look = 0; look < 20; look++) {
            answer(there.read("b", 32L * MIB - 1, 1)).ifPresent(end -> assertEquals(part.slice(MIB - 1, 1), end));
            assertTrue(Set.of("b", "before").containsAll(names("")));
        }
        assertEquals(Optional.of("whole"), text(there, "before"));
        Blobs successor = open();
        answer(successor.write("b", content("by another")));
        Optional<ByteBuffer> end = answer(there.read("b", 0, 1));
        assertTrue(end.isPresent(), "it can be written, or is there");
    }

    @Test
    void aClosedOpeningRefusesAndTheOtherGoesOn() {
        write(here, "b", "one");
        here.close();
        here.close();
        assertRefused(() -> here.read("b", 0, 1));
        assertRefused(() -> here.write("c", content("two")));
        assertRefused(() -> here.names(""));
        assertEquals(Optional.of("one"), text(there, "b"));
        assertTrue(write(there, "c", "two"));
    }

    /** A list whose iteration fails after a part that is large enough to be on its way. */
    private static final class FailingContent extends AbstractList<ByteBuffer> {

        @Override
        public ByteBuffer get(int index) {
            if (index > 2) {
                throw new IllegalStateException("thrown by the content on purpose");
            }
            return ByteBuffer.allocate(MIB);
        }

        @Override
        public int size() {
            return 5;
        }
    }

    private boolean write(Blobs blobs, String name, String... content) {
        return answer(blobs.write(name, content(content)));
    }

    private static List<ByteBuffer> content(String... parts) {
        var content = new ArrayList<ByteBuffer>();
        for (String part : parts) {
            content.add(ByteBuffer.wrap(part.getBytes(UTF_8)));
        }
        return content;
    }

    private Optional<String> text(Blobs blobs, String name) {
        return answer(blobs.read(name, 0, MIB))
                .map(content -> UTF_8.decode(content).toString());
    }

    private String range(String name, long from, int length) {
        return UTF_8.decode(answer(there.read(name, from, length)).orElseThrow())
                .toString();
    }

    private Set<String> names(String prefix) {
        List<String> names = answer(there.names(prefix));
        Set<String> distinct = new TreeSet<>(names);
        assertEquals(distinct.size(), names.size(), "each name once");
        return distinct;
    }

    private <T> T answer(CompletionStage<T> stage) {
        return await().answer(stage);
    }

    private void eventually(String what, Callable<Boolean> condition) {
        await().eventually(what, condition);
    }

    private void assertRefused(Callable<? extends CompletionStage<?>> call) {
        Exception refusal = assertThrows(Exception.class, () -> answer(call.call()));
        if (refusal.getCause() instanceof TimeoutException) {
            fail("neither answered nor refused", refusal);
        }
    }

    private StoreContract.Await await() {
        return new StoreContract.Await(patience(), shared::passTime);
    }
}
