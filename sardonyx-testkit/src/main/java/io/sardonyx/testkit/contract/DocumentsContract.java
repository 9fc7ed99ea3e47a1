package io.sardonyx.testkit.contract;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sardonyx.port.Document;
import io.sardonyx.port.Documents;
import io.sardonyx.port.Watch;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Test;

/** Contract tests for {@link Documents}: compare-and-set, versions, limits, reads of many documents and watches. */
public abstract class DocumentsContract extends StoreContract {

    private Documents mine() {
        return here().documents();
    }

    private Documents others() {
        return there().documents();
    }

    @Test
    void aDocumentIsCreatedOnce() {
        long version = create("d", "one");
        assertEquals(OptionalLong.empty(), answer(others().write("d", bytes("two"), Documents.ABSENT)));
        Document read = read(others(), "d");
        assertEquals("d", read.name());
        assertEquals("one", text(read.body()));
        assertEquals(version, read.version());
        assertNotEquals(Documents.ABSENT, version);
    }

    @Test
    void onlyWhatWasSeenIsReplaced() {
        long first = create("d", "one");
        long second = answer(others().write("d", bytes("two"), first)).orElseThrow();
        assertEquals(OptionalLong.empty(), answer(mine().write("d", bytes("three"), first)));
        assertEquals(OptionalLong.empty(), answer(mine().write("d", bytes("three"), second + 1_000_000)));
        assertEquals("two", text(read(mine(), "d").body()));
        assertEquals(second, read(mine(), "d").version());
    }

    @Test
    void whatIsAbsentCannotBeReplacedNorDeleted() {
        assertEquals(OptionalLong.empty(), answer(mine().write("d", bytes("x"), 0)));
        assertEquals(OptionalLong.empty(), answer(mine().write("d", bytes("x"), 7)));
        assertFalse(answer(mine().delete("d", 0)));
        assertFalse(answer(mine().delete("d", 7)));
        assertFalse(answer(mine().delete("d", Documents.DAMAGED)));
        assertEquals(List.of(), answer(others().read(List.of("d"))));
    }

    @Test
    void onlyWhatWasSeenIsDeleted() {
        long first = create("d", "one");
        long second = answer(mine().write("d", bytes("two"), first)).orElseThrow();
        assertFalse(answer(others().delete("d", first)));
        assertFalse(answer(others().delete("d", Documents.DAMAGED)));
        assertEquals("two", text(read(mine(), "d").body()));
        assertTrue(answer(others().delete("d", second)));
        assertEquals(List.of(), answer(mine().read(List.of("d"))));
        assertFalse(answer(mine().delete("d", second)));
    }

    @Test
    void versionsNeverComeBackEvenAfterADelete() {
        Set<Long> seen = new HashSet<>();
        for (int life = 0; life < 5; life++) {
            Documents writer = life % 2 == 0 ? mine() : others();
            long version =
                    answer(writer.write("d", bytes("same"), Documents.ABSENT)).orElseThrow();
            assertTrue(seen.add(version), () -> "version " + version + " again");
            long next = answer(writer.write("d", bytes("same"), version)).orElseThrow();
            assertTrue(seen.add(next), () -> "version " + next + " again");
            assertTrue(answer(writer.delete("d", next)));
            for (long old : seen) {
                assertEquals(OptionalLong.empty(), answer(writer.write("d", bytes("stale"), old)));
            }
        }
        long version = answer(open().documents().write("d", bytes("x"), Documents.ABSENT))
                .orElseThrow();
        assertTrue(seen.add(version), "nor for one who opened later");
        for (long old : seen) {
            if (old != version) {
                assertFalse(answer(mine().delete("d", old)));
            }
        }
    }

    @Test
    void ofThoseWhoSawTheSameExactlyOneReplaces() {
        long version = create("d", "0");
        for (int round = 0; round < 10; round++) {
            List<CompletionStage<OptionalLong>> answers = new ArrayList<>();
            for (int i = 0; i < 6; i++) {
                answers.add((i % 2 == 0 ? mine() : others()).write("d", bytes(round + "." + i), version));
            }
            List<OptionalLong> won = answers.stream()
                    .map(this::answer)
                    .filter(OptionalLong::isPresent)
                    .toList();
            assertEquals(1, won.size());
            version = won.get(0).orElseThrow();
            assertEquals(version, read(others(), "d").version());
        }
    }

    @Test
    void countersIncrementedFromTwoSidesLoseNothing() throws Exception {
        create("n", "0");
        List<Thread> threads = new ArrayList<>();
        var failures = new java.util.concurrent.ConcurrentLinkedQueue<Throwable>();
        for (Documents side : List.of(mine(), others())) {
            var thread = new Thread(() -> increment(side, 25), "incrementer");
            thread.setUncaughtExceptionHandler((ignored, failure) -> failures.add(failure));
            thread.start();
            threads.add(thread);
        }
        for (Thread thread : threads) {
            thread.join(patience().toMillis());
        }
        assertEquals(List.of(), List.copyOf(failures));
        assertEquals("50", text(read(mine(), "n").body()));
    }

    @Test
    void aBodyMayBeEmptyOrAsLargeAsTheLimitButNoLarger() {
        create("empty", "");
        byte[] largest = noise(Documents.MAX_BYTES, 1);
        long version = answer(mine().write("large", largest, Documents.ABSENT)).orElseThrow();
        assertRefused(() -> mine().write("large", new byte[Documents.MAX_BYTES + 1], version));
        assertRefused(() -> mine().write("larger", new byte[Documents.MAX_BYTES + 1], Documents.ABSENT));
        assertArrayEquals(new byte[0], read(others(), "empty").body());
        assertArrayEquals(largest, read(others(), "large").body());
        assertEquals(version, read(others(), "large").version());
        assertEquals(List.of(), answer(others().read(List.of("larger"))));
    }

    @Test
    void aBodyBelongsToTheStoreOnceItIsWritten() {
        byte[] body = bytes("mine");
        answer(mine().write("d", body, Documents.ABSENT));
        body[0] = 'X';
        byte[] read = read(mine(), "d").body();
        assertEquals("mine", text(read));
        read[0] = 'Y';
        assertEquals("mine", text(read(mine(), "d").body()));
    }

    @Test
    void manyAreReadAtOnceAndAbsentOnesLeftOut() {
        List<String> wanted = new ArrayList<>();
        List<CompletionStage<OptionalLong>> writes = new ArrayList<>();
        for (int i = 0; i < 120; i++) {
            wanted.add("d" + i);
            if (i % 3 != 0) {
                writes.add(mine().write("d" + i, bytes("body " + i), Documents.ABSENT));
            }
        }
        writes.forEach(this::answer);
        List<Document> read = answer(others().read(wanted));
        assertEquals(80, read.size());
        read.forEach(it -> assertEquals("body " + it.name().substring(1), text(it.body())));
        assertEquals(80, read.stream().map(Document::name).distinct().count());
        assertEquals(List.of(), answer(others().read(List.of())));
    }

    @Test
    void namesAreFoundByHowTheyBegin() {
        long gone = create("job/gone", "x");
        for (String name : List.of("job/1", "job/2", "jobs", "task/1")) {
            create(name, name);
        }
        answer(mine().delete("job/gone", gone));
        eventually("the names under job/ were seen", () -> names("job/").equals(Set.of("job/1", "job/2")));
        eventually("the names under job were seen", () -> names("job").equals(Set.of("job/1", "job/2", "jobs")));
        eventually("all names were seen", () -> names("").equals(Set.of("job/1", "job/2", "jobs", "task/1")));
        assertEquals(Set.of(), names("nothing begins so"));
    }

    @Test
    void changesNudgeThoseWhoWatchTheBeginning() {
        var nudges = new NudgeCounter();
        keep(others().onChange("job/", nudges));
        long version = nudged(nudges, () -> create("job/1", "one"));
        long next = nudged(
                nudges,
                () -> answer(mine().write("job/1", bytes("two"), version)).orElseThrow());
        nudged(nudges, () -> answer(mine().delete("job/1", next)));
        nudged(nudges, () -> create("job/1", "three"));
    }

    @Test
    void aClosedWatchComesToRestAndMayBeClosedAgain() {
        var closed = new NudgeCounter();
        var open = new NudgeCounter();
        Watch watch = others().onChange("", closed);
        keep(others().onChange("", () -> {
            throw new IllegalStateException("thrown by a nudge on purpose");
        }));
        keep(others().onChange("", open));
        watch.close();
        watch.close();
        nudged(open, () -> create("a", "x"));
        int late = closed.count();
        nudged(open, () -> create("b", "x"));
        nudged(open, () -> create("c", "x"));
        assertEquals(late, closed.count());
    }

    @Test
    void aClosedOpeningRefusesAndTheOtherGoesOn() {
        Documents documents = mine();
        long version = create("d", "one");
        here().close();
        assertRefused(() -> documents.read(List.of("d")));
        assertRefused(() -> documents.write("d", bytes("two"), version));
        assertTrue(answer(others().write("d", bytes("two"), version)).isPresent());
    }

    private <T> T nudged(NudgeCounter nudges, java.util.concurrent.Callable<T> change) {
        int before = nudges.count();
        T result;
        try {
            result = change.call();
        } catch (Exception failure) {
            throw new AssertionError("the change failed", failure);
        }
        eventually("a nudge came", () -> nudges.count() > before);
        return result;
    }

    /** Increments a counter by compare-and-set, with retries on conflict. */
    private void increment(Documents side, int times) {
        for (int done = 0; done < times; ) {
            Document seen = read(side, "n");
            byte[] next = bytes(String.valueOf(Integer.parseInt(text(seen.body())) + 1));
            if (answer(side.write("n", next, seen.version())).isPresent()) {
                done++;
            }
        }
    }

    private Set<String> names(String prefix) {
        List<String> names = answer(others().names(prefix));
        Set<String> distinct = new TreeSet<>(names);
        assertEquals(distinct.size(), names.size(), "each name once");
        return distinct;
    }

    private long create(String name, String body) {
        return answer(mine().write(name, bytes(body), Documents.ABSENT)).orElseThrow();
    }

    private Document read(Documents documents, String name) {
        List<Document> read = answer(documents.read(List.of(name)));
        assertEquals(1, read.size(), () -> name + " is read once");
        return read.get(0);
    }
}
