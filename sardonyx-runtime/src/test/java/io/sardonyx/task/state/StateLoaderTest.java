package io.sardonyx.task.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sardonyx.content.StatePart;
import io.sardonyx.loop.Mailbox;
import io.sardonyx.port.Blobs;
import io.sardonyx.report.Waiting;
import io.sardonyx.serial.Codecs;
import io.sardonyx.serial.KeyGroups;
import io.sardonyx.state.Items;
import io.sardonyx.state.LongTotal;
import io.sardonyx.state.Value;
import io.sardonyx.store.Stores;
import io.sardonyx.table.FileChain;
import io.sardonyx.table.KeyGroupSet;
import io.sardonyx.table.KeyType;
import io.sardonyx.table.StateFile;
import io.sardonyx.table.StateFile.Chunk;
import io.sardonyx.table.StateFileReader;
import io.sardonyx.table.StateFileWriter;
import io.sardonyx.table.StateKind;
import io.sardonyx.table.StateMatch;
import io.sardonyx.table.StateTables;
import io.sardonyx.task.input.StoreQuery;
import io.sardonyx.value.JobId;
import io.sardonyx.value.TaskName;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/**
 * Peers of a task come and go between checkpoints, each with the key groups of its slot: whatever is loaded then is
 * what was stored, from files of peers that owned other groups before.
 */
class StateLoaderTest {

    private static final int SEEDS = 60;
    private static final int CHECKPOINTS = 60;
    private static final int KEYS = 2_000;
    private static final Codecs CODECS = Codecs.builder().build();

    /** What one peer keeps: a value of many bytes and a total of few, so that they are written whole at other times. */
    private static final class Peer {
        final KeyGroupSet groups;
        final StateTables tables = new StateTables(
                List.of(
                        new StateTables.Declaration("text", StateKind.VALUE, null),
                        new StateTables.Declaration("total", StateKind.LONG_TOTAL, null)),
                CODECS.keyGroups(),
                KeyType.LONG);
        FileChain chain;

        Peer(KeyGroupSet groups, List<StatePart> parts, Blobs blobs, long base) {
            this.groups = groups;
            tables.reset(base);
            chain = load(new StateFileReader(tables, CODECS), groups, parts, blobs);
        }

        @SuppressWarnings("unchecked")
        Value<String> text() {
            return (Value<String>) tables.handle("text");
        }

        LongTotal total() {
            return (LongTotal) tables.handle("total");
        }

        boolean owns(long key) {
            return groups.test(CODECS.keyGroups().of(key));
        }

        void add(long key, boolean clears) {
            tables.seek(key);
            if (clears) {
                text().clear();
                total().clear();
            } else {
                total().add(key);
                text().set("x".repeat(50) + total().count());
            }
        }

        StatePart store(String name, Blobs blobs) {
            var file = new StateFileWriter(tables, CODECS, chain.wholeCells());
            while (!file.write(1_000)) {
                Thread.onSpinWait();
            }
            if (file.hasChunks()) {
                blobs.write(name, file.content()).toCompletableFuture().join();
                chain = chain.with(new FileChain.Stored(name, file.size()), file.chunks());
            }
            List<StatePart.File> files = chain.files().stream()
                    .map(each -> new StatePart.File(each.name(), each.bytes()))
                    .toList();
            return new StatePart(groups.toString(), files, null, tables.rowCount());
        }
    }

    private static FileChain load(StateFileReader reader, KeyGroupSet groups, List<StatePart> parts, Blobs blobs) {
        var mailbox = new Mailbox();
        StoreQuery store = StoreQuery.ofPartitions(mailbox, JobId.of("job"), TaskName.of("task"));
        var loader = new StateLoader(reader, groups, parts, () -> blobs, store);
        while (!loader.tend(0)) {
            mailbox.drain();
        }
        return loader.chain();
    }

    private static List<Peer> peers(int count, List<StatePart> parts, Blobs blobs, long base) {
        var peers = new ArrayList<Peer>();
        for (int i = 0; i < count; i++) {
            int slot = i;
            peers.add(new Peer(KeyGroupSet.of(group -> KeyGroups.indexOf(group, count) == slot), parts, blobs, base));
        }
        return peers;
    }

    private static void check(List<Peer> peers, Map<Long, Long> counts) {
        for (Peer peer : peers) {
            for (long key = 0; key < KEYS; key++) {
                if (peer.owns(key)) {
                    peer.tables.seek(key);
                    Long count = counts.get(key);
                    assertThat(peer.total().count()).isEqualTo(count == null ? 0 : count);
                    assertThat(peer.text().get()).isEqualTo(count == null ? null : "x".repeat(50) + count);
                }
            }
        }
    }

    private static void run(long seed) {
        var random = new SplittableRandom(seed);
        var counts = new TreeMap<Long, Long>();
        try (Blobs blobs = Stores.blobs("memory:loader-" + seed)) {
            List<Peer> peers = peers(1 + random.nextInt(4), List.of(), blobs, 0);
            for (long number = 1; number <= CHECKPOINTS; number++) {
                for (int i = random.nextInt(300); i > 0; i--) {
                    long key = random.nextInt(KEYS);
                    boolean clears = random.nextInt(4) == 0;
                    peers.stream().filter(peer -> peer.owns(key)).forEach(peer -> peer.add(key, clears));
                    counts.compute(key, (any, count) -> clears ? null : count == null ? 1 : count + 1);
                }
                var parts = new ArrayList<StatePart>();
                for (Peer peer : peers) {
                    parts.add(peer.store(number + "-" + parts.size(), blobs));
                }
                if (random.nextInt(4) == 0) {
                    peers = peers(1 + random.nextInt(5), parts, blobs, number);
                    check(peers, counts);
                }
            }
        }
    }

    @Test
    void whatIsLoadedIsWhatWasStoredHoweverPeersComeAndGo() {
        for (long seed = 0; seed < SEEDS; seed++) {
            try {
                run(seed);
            } catch (AssertionError | RuntimeException e) {
                throw new AssertionError("seed " + seed, e);
            }
        }
    }

    /** The files of three checkpoints, in each of which some keys were changed. */
    private static List<StatePart> changedThreeTimes(List<Peer> peers, Blobs blobs) {
        List<StatePart> parts = List.of();
        for (int number = 1; number <= 3; number++) {
            var stored = new ArrayList<StatePart>();
            for (Peer peer : peers) {
                for (long key = 0; key < KEYS; key += number) {
                    if (peer.owns(key)) {
                        peer.add(key, false);
                    }
                }
                stored.add(peer.store(number + "-" + stored.size(), blobs));
            }
            parts = stored;
        }
        return parts;
    }

    /** The files have a text and a total of each key; the job that takes them over has a total, and another text. */
    @Test
    void stateOfAnotherJobIsReadByNameAndWhatIsDroppedIsPassedOver() {
        try (Blobs blobs = Stores.blobs("memory:loader-of-another-job")) {
            List<StatePart> parts = changedThreeTimes(peers(2, List.of(), blobs, 0), blobs);
            var tables = new StateTables(
                    List.of(
                            new StateTables.Declaration("total", StateKind.LONG_TOTAL, null),
                            new StateTables.Declaration("other", StateKind.VALUE, null)),
                    CODECS.keyGroups(),
                    KeyType.LONG);
            tables.reset(3);
            var reader = new StateFileReader(tables, CODECS, new StateMatch("other"::equals, "text"::equals));
            assertThat(load(reader, KeyGroupSet.ALL, parts, blobs).files()).isEmpty();
            assertThat(tables.rowCount()).isEqualTo(KEYS);
            for (long key = 0; key < KEYS; key++) {
                tables.seek(key);
                long added = 1L + (key % 2 == 0 ? 1 : 0) + (key % 3 == 0 ? 1 : 0);
                assertThat(((LongTotal) tables.handle("total")).count()).isEqualTo(added);
                assertThat(((Value<?>) tables.handle("other")).get()).isNull();
            }
        }
    }

    private static StateTables ofOneList() {
        var tables = new StateTables(
                List.of(new StateTables.Declaration("list", StateKind.ITEMS, null)),
                CODECS.keyGroups(),
                KeyType.OBJECT);
        tables.reset(0);
        tables.seekOnly();
        return tables;
    }

    @SuppressWarnings("unchecked")
    private static Items<Object> list(StateTables tables) {
        return (Items<Object>) tables.handle("list");
    }

    /** As all rows of a key are in one chunk. */
    @Test
    void chunkThatIsLongerThanOneReadMayBeIsReadInPieces() {
        String text = "x".repeat(1 << 19);
        int items = 2 * Blobs.MAX_READ_BYTES / text.length() + 1;
        StateTables stored = ofOneList();
        for (int i = 0; i < items; i++) {
            list(stored).add(text);
        }
        var file = new StateFileWriter(stored, CODECS, cell -> true);
        while (!file.write(1_000)) {
            Thread.onSpinWait();
        }
        assertThat(file.chunks()).hasSize(1);
        try (Blobs blobs = Stores.blobs("memory:loader-of-a-long-chunk")) {
            blobs.write("file", file.content()).toCompletableFuture().join();
            var part = new StatePart(
                    KeyGroupSet.ALL.toString(), List.of(new StatePart.File("file", file.size())), null, items);
            StateTables loaded = ofOneList();
            load(new StateFileReader(loaded, CODECS), KeyGroupSet.ALL, List.of(part), blobs);
            loaded.seekOnly();
            assertThat(list(loaded).all().equals(Collections.nCopies(items, text)))
                    .isTrue();
        }
    }

    /** What a loader of one file waits for, since it has failed often enough. */
    private static String waiting(String name, long bytes, Blobs blobs) {
        var mailbox = new Mailbox();
        StoreQuery store = StoreQuery.ofPartitions(mailbox, JobId.of("job"), TaskName.of("task"));
        var part = new StatePart(KeyGroupSet.ALL.toString(), List.of(new StatePart.File(name, bytes)), null, 1);
        var reader = new StateFileReader(ofOneList(), CODECS);
        var loader = new StateLoader(reader, KeyGroupSet.ALL, List.of(part), () -> blobs, store);
        Waiting waiting = null;
        for (long nanos = 0; waiting == null; nanos += Duration.ofSeconds(20).toNanos()) {
            assertThat(loader.tend(nanos)).isFalse();
            mailbox.drain();
            waiting = store.waiting();
        }
        return waiting.reason();
    }

    @Test
    void filesThatAreMissingOrDamagedAreWaitedFor() {
        StateTables stored = ofOneList();
        list(stored).add("a");
        var file = new StateFileWriter(stored, CODECS, cell -> true);
        while (!file.write(1_000)) {
            Thread.onSpinWait();
        }
        int length = (int) file.size();
        var content = ByteBuffer.allocate(length);
        file.content().forEach(buffer -> content.put(buffer.duplicate()));
        try (Blobs blobs = Stores.blobs("memory:loader-that-waits")) {
            for (long offset : new long[] {-1, length, Long.MAX_VALUE}) {
                content.putLong(length - StateFile.TRAILER, offset);
                blobs.write("offset" + offset, List.of(content.duplicate().flip()))
                        .toCompletableFuture()
                        .join();
                assertThat(waiting("offset" + offset, length, blobs)).contains("no footer where its trailer says");
            }
            assertThat(waiting("offset-1", length + 1, blobs)).contains("state file offset-1: it is too short");
            assertThat(waiting("other", length, blobs)).contains("state file other: it is missing");
        }
    }

    @Test
    void fileIsInAChainOnce() {
        var file = new FileChain.Stored("file", 100);
        var chunk = new Chunk(0, 0, true, 1, 8, 10, 0);
        FileChain chain = FileChain.empty(1)
                .with(file, List.of(chunk))
                .with(new FileChain.Stored("changes", 100), List.of(new Chunk(0, 0, false, 1, 8, 10, 0)));
        assertThatThrownBy(() -> chain.with(file, List.of(chunk)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("state file file is in the chain already");
    }
}
