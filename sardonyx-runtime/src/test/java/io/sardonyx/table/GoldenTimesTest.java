package io.sardonyx.table;

import static org.assertj.core.api.Assertions.assertThat;

import io.sardonyx.content.GoldenManifest;
import io.sardonyx.content.Manifest;
import io.sardonyx.content.StatePart;
import io.sardonyx.serial.Codecs;
import io.sardonyx.state.Aggregate;
import io.sardonyx.state.Entries;
import io.sardonyx.state.Items;
import io.sardonyx.state.LongTotal;
import io.sardonyx.state.Total;
import io.sardonyx.state.Value;
import io.sardonyx.table.FileChain.Stored;
import io.sardonyx.value.TaskName;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * State files whose rows have times, and totals of an aggregate, are read for ever. Those in {@code golden/state-2}
 * have keys 0 to 9, of which key n was written at the time 10,000 + 1,000 n; in the second file key 3 has got another
 * of everything at the time 14,500, and key 4 has lost its value then. They are never written again.
 */
class GoldenTimesTest {

    record Card(String number, int year) {}

    /** What a total has come to, for its aggregate alone. */
    record Sum(long count, List<String> longest) {}

    /** The longest texts. */
    public static final class Longest implements Aggregate<String, Sum, String> {

        @Override
        public Sum zero() {
            return new Sum(0, List.of());
        }

        @Override
        public Sum add(Sum before, String text) {
            return merge(before, new Sum(1, List.of(text)));
        }

        @Override
        public Sum merge(Sum one, Sum other) {
            var all = new ArrayList<>(one.longest());
            all.addAll(other.longest());
            int most = all.stream().mapToInt(String::length).max().orElse(0);
            return new Sum(
                    one.count() + other.count(),
                    all.stream().filter(text -> text.length() == most).toList());
        }

        @Override
        public String result(Sum sum) {
            return sum.count() + " " + sum.longest();
        }
    }

    private static final Path DIRECTORY = Path.of("src/test/resources/golden/state-2");
    private static final long TTL = 5_000;

    private final Codecs codecs = Codecs.forTypes(List.of(Card.class, Sum.class));

    static String name(KeyType type, int file) {
        return (type == KeyType.LONG ? "long-" : "object-") + file;
    }

    private static byte[] bytes(String name) {
        try {
            return Base64.getMimeDecoder().decode(Files.readAllBytes(DIRECTORY.resolve(name + ".base64")));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @SuppressWarnings({"unchecked", "rawtypes"})
    static StateTables tables(Codecs codecs, KeyType type, long ttl) {
        Aggregate longest = new Longest();
        var tables = new StateTables(
                List.of(
                        new StateTables.Declaration("value", StateKind.VALUE, null, ttl),
                        new StateTables.Declaration("number", StateKind.VALUE, null, true, ttl),
                        new StateTables.Declaration("entries", StateKind.ENTRIES, null, ttl),
                        new StateTables.Declaration("items", StateKind.ITEMS, null, ttl),
                        new StateTables.Declaration("longs", StateKind.LONG_TOTAL, null, ttl),
                        new StateTables.Declaration("longest", StateKind.TOTAL, longest, ttl)),
                codecs.keyGroups(),
                type);
        tables.reset(0);
        return tables;
    }

    static Object key(KeyType type, int number) {
        return type == KeyType.LONG ? (Object) (long) number : new Card("k", number);
    }

    private StateTables read(KeyType type, long ttl, long now) {
        StateTables tables = tables(codecs, type, ttl);
        tables.now(now);
        var reader = new StateFileReader(tables, codecs);
        reader.readAll(bytes(name(type, 1)), KeyGroupSet.ALL);
        reader.readAll(bytes(name(type, 2)), KeyGroupSet.ALL);
        return tables;
    }

    private static void assertHas(StateTables tables, KeyType type, int number) {
        tables.seek(key(type, number));
        boolean twice = number == 3;
        Card card = new Card("c", twice ? 1000 : number);
        assertThat(((Value<?>) tables.handle("value")).get()).isEqualTo(number == 4 ? null : card);
        assertThat(((Value<?>) tables.handle("number")).get()).isEqualTo(twice ? 1000L : number);
        var entries = new HashMap<Object, Object>();
        ((Entries<?, ?>) tables.handle("entries")).forEach(entries::put);
        assertThat(entries).isEqualTo(Map.of("a", card));
        assertThat(((LongTotal) tables.handle("longs")).sum()).isEqualTo(twice ? 1003 : number);
        assertThat(((Total<?, ?>) tables.handle("longest")).result())
                .isEqualTo(twice ? "3 [yyy3, more]" : "2 [yyy" + number + "]");
    }

    @ParameterizedTest
    @EnumSource(
            value = KeyType.class,
            names = {"LONG", "OBJECT"})
    void rowsThatAreYoungerThanTheirTimeToLiveAreThere(KeyType type) {
        StateTables tables = read(type, TTL, 18_500);
        for (int number = 3; number < 10; number++) {
            assertHas(tables, type, number);
        }
        tables.seek(key(type, 9));
        assertThat(((Items<?>) tables.handle("items")).all()).isEqualTo(List.of(new Card("c", 9)));
        var left = new TreeSet<String>();
        while (tables.new Keys().next(100, key -> left.add(key.toString()))) {}
        assertThat(left).hasSize(7);
        for (int number = 0; number < 3; number++) {
            tables.seek(key(type, number));
            assertThat(((Value<?>) tables.handle("value")).get()).isNull();
            assertThat(((Value<?>) tables.handle("number")).get()).isNull();
            assertThat(((Entries<?, ?>) tables.handle("entries")).size()).isZero();
            assertThat(((Items<?>) tables.handle("items")).size()).isZero();
            assertThat(((LongTotal) tables.handle("longs")).count()).isZero();
            assertThat(((Total<?, ?>) tables.handle("longest")).result()).isEqualTo("0 []");
        }
    }

    /** A list may have items that were written at different times. */
    @ParameterizedTest
    @EnumSource(
            value = KeyType.class,
            names = {"LONG", "OBJECT"})
    void itemsOfAListHaveTimesOfTheirOwn(KeyType type) {
        StateTables tables = read(type, TTL, 17_999);
        tables.seek(key(type, 3));
        assertThat(((Items<?>) tables.handle("items")).all()).isEqualTo(List.of(new Card("c", 3), new Card("c", 1000)));
        tables.now(18_000);
        tables.seek(key(type, 3));
        assertThat(((Items<?>) tables.handle("items")).all()).isEqualTo(List.of(new Card("c", 1000)));
    }

    @ParameterizedTest
    @EnumSource(
            value = KeyType.class,
            names = {"LONG", "OBJECT"})
    void rowsWithTimesAreReadByAJobWithoutTimesToLive(KeyType type) {
        StateTables tables = read(type, 0, 1_000_000);
        for (int number = 0; number < 10; number++) {
            assertHas(tables, type, number);
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = KeyType.class,
            names = {"LONG", "OBJECT"})
    void rowsWithTimesAndTotalsAreShownWithoutClasses(KeyType type) {
        var found = new HashMap<Object, Map<String, Object>>();
        new StateScan(
                        List.of(
                                new Stored(name(type, 1), bytes(name(type, 1)).length),
                                new Stored(name(type, 2), bytes(name(type, 2)).length)),
                        KeyGroupSet.ALL,
                        (file, from, length) ->
                                ByteBuffer.wrap(bytes(file.name())).slice((int) from, length))
                .read(range -> true, found::put);
        assertThat(found).hasSize(10);
        Object key = type == KeyType.LONG ? (Object) 3L : Map.of("number", "k", "year", 3);
        assertThat(found.get(key))
                .containsEntry("value", Map.of("number", "c", "year", 1000))
                .containsEntry("number", 1000L)
                .containsEntry("longest", Map.of("count", 3L, "longest", List.of("yyy3", "more")));
    }

    /** The manifest of a checkpoint has a small state in itself, and the event time at its mark. */
    @Test
    void stateInAManifestIsRead() {
        StatePart part = Manifest.read(GoldenManifest.bytes())
                .states(TaskName.of("keep"))
                .get(0);
        StateTables tables = tables(codecs, KeyType.LONG, TTL);
        tables.now(part.eventMillis());
        new StateFileReader(tables, codecs)
                .readAll(Base64.getDecoder().decode(Objects.requireNonNull(part.inline())), KeyGroupSet.ALL);
        assertThat(part.eventMillis()).isEqualTo(19_000);
        tables.seek(4L);
        assertThat(((Value<?>) tables.handle("value")).get()).as("5 s before").isNull();
        tables.seek(5L);
        assertThat(((Value<?>) tables.handle("value")).get()).isEqualTo(new Card("c", 5));
    }
}
