package io.sardonyx.store.file;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sardonyx.port.DamagedEntry;
import io.sardonyx.port.Documents;
import io.sardonyx.port.Origin;
import io.sardonyx.port.Slice;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the file store does when its files are not as it left them. */
class FileDamageTest {

    @TempDir
    Path directory;

    private Path log;
    private Path segment;
    private Path committed;

    @BeforeEach
    void locate() {
        log = directory.resolve("logs/log");
        segment = log.resolve("0000000000000000000.log");
        committed = log.resolve("committed");
    }

    @Test
    void aTornTailIsNeitherReadNorCutByReadersAndIsCutByTheNextWriter() throws Exception {
        write("a", "b");
        byte[] whole = Files.readAllBytes(segment);
        byte[] next = LogSegment.encode(List.of("torn".getBytes(UTF_8)), 2).array();
        for (int length = 1; length < next.length; length++) {
            Files.write(segment, whole);
            Files.write(segment, java.util.Arrays.copyOf(next, length), StandardOpenOption.APPEND);
            assertThat(texts()).containsExactly("a", "b");
            assertThat(Files.size(segment)).isEqualTo(whole.length + length);
        }
        write("c");
        assertThat(texts()).containsExactly("a", "b", "c");
        assertThat(Files.size(segment)).isEqualTo(whole.length + LogSegment.HEADER + 1);
    }

    @Test
    void garbageBeyondTheMarkIsCut() throws Exception {
        write("a");
        Files.write(segment, new byte[4096], StandardOpenOption.APPEND);
        write("b");
        assertThat(texts()).containsExactly("a", "b");
    }

    @Test
    void whatWasForcedBeforeTheMarkWasLostIsFoundAgain() throws Exception {
        write("a");
        byte[] early = Files.readAllBytes(committed);
        write("b", "c");
        Files.write(committed, early);
        assertThat(texts()).containsExactly("a", "b", "c");
        Files.delete(committed);
        assertThat(texts()).containsExactly("a", "b", "c");
        Files.write(committed, new byte[LogFiles.CommitMark.SIZE]);
        write("d");
        assertThat(texts()).containsExactly("a", "b", "c", "d");
    }

    @Test
    void everyFlippedBitOfAnEntryIsFoundAndItsPositionNamed() throws Exception {
        write("first", "second", "third");
        byte[] whole = Files.readAllBytes(segment);
        int size = LogSegment.HEADER + "first".length();
        for (int bit = 0; bit < whole.length * 8; bit++) {
            byte[] damaged = whole.clone();
            damaged[bit / 8] ^= (byte) (1 << bit % 8);
            Files.write(segment, damaged);
            int position = bit / 8 < size ? 0 : bit / 8 < 2 * size + 1 ? 1 : 2;
            assertThatThrownBy(this::texts)
                    .hasCauseInstanceOf(DamagedEntry.class)
                    .hasMessageContaining("entry " + position + " ");
            try (FileStore store = FileStore.open(directory)) {
                assertThat(texts(store, position + 1))
                        .as("those behind it")
                        .isEqualTo(List.of("first", "second", "third").subList(position + 1, 3));
            }
        }
    }

    @Test
    void aLogThatLostItsEndIsNotWrittenOn() throws Exception {
        write("first", "second");
        Files.write(segment, java.util.Arrays.copyOf(Files.readAllBytes(segment), 20));
        assertThatThrownBy(() -> write("third"))
                .hasCauseInstanceOf(CorruptFile.class)
                .hasMessageContaining("entries before 2 are missing");
    }

    @Test
    void everyFlippedBitOfTheMarkIsSurvived() throws Exception {
        write("a", "b");
        byte[] whole = Files.readAllBytes(committed);
        for (int bit = 0; bit < whole.length * 8; bit += 5) {
            byte[] damaged = whole.clone();
            damaged[bit / 8] ^= (byte) (1 << bit % 8);
            Files.write(committed, damaged);
            assertThat(texts()).containsExactly("a", "b");
        }
    }

    @Test
    void aCorruptOriginGivesWayToTheOneBefore() throws Exception {
        write("a", "b", "c");
        try (FileStore store = FileStore.open(directory)) {
            assertThat(answer(store.log("log").rebase(origin(0)))).isTrue();
            assertThat(answer(store.log("log").rebase(origin(1)))).isTrue();
            assertThat(answer(store.log("log").rebase(origin(2)))).isTrue();
        }
        assertThat(PositionFileNames.list(log, ".origin")).containsExactly(1L, 2L);
        byte[] whole = Files.readAllBytes(PositionFileNames.path(log, 2, ".origin"));
        for (int bit = 0; bit < whole.length * 8; bit += 3) {
            byte[] damaged = whole.clone();
            damaged[bit / 8] ^= (byte) (1 << bit % 8);
            Files.write(PositionFileNames.path(log, 2, ".origin"), damaged);
            assertThat(newest()).isEqualTo("state at 1");
        }
        Files.write(PositionFileNames.path(log, 1, ".origin"), new byte[3]);
        try (FileStore store = FileStore.open(directory)) {
            assertThat(answer(store.log("log").origin())).isEmpty();
            assertThat(answer(store.log("log").rebase(origin(1)))).isTrue();
        }
        assertThat(newest()).isEqualTo("state at 1");
    }

    @Test
    void withoutAnyOriginATrimmedLogIsNotReadFromItsMiddle() throws Exception {
        String[] many =
                IntStream.range(0, LogFiles.SEGMENT_ENTRIES).mapToObj(i -> "e").toArray(String[]::new);
        write(many);
        write(many);
        try (FileStore store = FileStore.open(directory)) {
            answer(store.log("log").rebase(origin(many.length)));
            answer(store.log("log").rebase(origin(many.length + 1)));
            assertThat(answer(store.log("log").read(0, 1)).trimmed()).isTrue();
        }
        for (long position : PositionFileNames.list(log, ".origin")) {
            Files.write(PositionFileNames.path(log, position, ".origin"), new byte[1]);
        }
        assertThatThrownBy(this::newest)
                .hasCauseInstanceOf(CorruptFile.class)
                .hasMessageContaining("no origin can be read");
    }

    @Test
    void aCorruptDocumentIsNamedAndNotReplaced() throws Exception {
        Path path = directory.resolve("documents/d.doc");
        try (FileStore store = FileStore.open(directory)) {
            long version = answer(store.documents().write("d", new byte[] {1}, Documents.ABSENT))
                    .orElseThrow();
            byte[] whole = Files.readAllBytes(path);
            whole[whole.length - 1] ^= 1;
            Files.write(path, whole);
            assertThatThrownBy(() -> answer(store.documents().read(List.of("d"))))
                    .hasCauseInstanceOf(CorruptFile.class)
                    .hasMessageContaining("d.doc is corrupt");
            assertThatThrownBy(() -> answer(store.documents().write("d", new byte[0], version)))
                    .hasCauseInstanceOf(CorruptFile.class);
        }
    }

    @Test
    void noFlippedBitBringsAFenceBack() throws Exception {
        Path lock = directory.resolve("leases/lock");
        long last = 0;
        for (int bit = 0; bit < 2 * 96; bit++) {
            last = tenure(last);
            byte[] damaged = Files.readAllBytes(lock);
            damaged[bit / 96 * 16 + bit % 96 / 8] ^= (byte) (1 << bit % 8);
            Files.write(lock, damaged);
            last = tenure(last);
        }
    }

    private long tenure(long last) throws Exception {
        try (FileStore store = FileStore.open(directory)) {
            long fence = answer(store.leases().claim("n", "h")).orElseThrow().fence();
            assertThat(fence).isGreaterThan(last);
            return fence;
        }
    }

    @Test
    void aReplacedDirectoryIsNoticedAndLeasesInItAreLost() throws Exception {
        try (FileStore store = FileStore.open(directory)) {
            var lease = answer(store.leases().claim("n", "h")).orElseThrow();
            Files.delete(directory.resolve("leases/lock"));
            assertThatThrownBy(() -> answer(store.leases().claim("m", "h"))).hasMessageContaining("replaced");
            long start = System.nanoTime();
            while (lease.standing() != io.sardonyx.port.Lease.Standing.LOST) {
                assertThat(System.nanoTime() - start).isLessThan(TimeUnit.SECONDS.toNanos(10));
                Thread.onSpinWait();
            }
        }
    }

    private void write(String... entries) throws Exception {
        try (FileStore store = FileStore.open(directory)) {
            List<byte[]> bytes = new ArrayList<>();
            for (String entry : entries) {
                bytes.add(entry.getBytes(UTF_8));
            }
            answer(store.log("log").append(bytes));
        }
    }

    private List<String> texts() throws Exception {
        try (FileStore store = FileStore.open(directory)) {
            return texts(store, 0);
        }
    }

    private static List<String> texts(FileStore store, long from) throws Exception {
        var texts = new ArrayList<String>();
        Slice slice;
        do {
            slice = answer(store.log("log").read(from + texts.size(), 100));
            slice.entries().forEach(it -> texts.add(new String(it, UTF_8)));
        } while (!slice.entries().isEmpty());
        return texts;
    }

    private String newest() throws Exception {
        try (FileStore store = FileStore.open(directory)) {
            return new String(answer(store.log("log").origin()).orElseThrow().state(), UTF_8);
        }
    }

    private static Origin origin(long position) {
        return new Origin(position, ("state at " + position).getBytes(UTF_8));
    }

    private static <T> T answer(CompletionStage<T> stage) throws Exception {
        return stage.toCompletableFuture().get(20, TimeUnit.SECONDS);
    }
}
