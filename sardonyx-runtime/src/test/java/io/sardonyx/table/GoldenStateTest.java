package io.sardonyx.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sardonyx.serial.Codecs;
import io.sardonyx.state.DoubleTotal;
import io.sardonyx.state.Entries;
import io.sardonyx.state.Items;
import io.sardonyx.state.LongTotal;
import io.sardonyx.state.Value;
import io.sardonyx.state.Was;
import io.sardonyx.table.FileChain.Stored;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * State files of former releases are read for ever, whatever became of the classes in them. Those in
 * {@code golden/state-1} were written when the classes were
 *
 * <pre>{@code
 * enum Level { LOW, HIGH }
 * record Card(String number, int year) {}
 * record Alert(Card card, int cents, Level level) {}
 * }</pre>
 *
 * <p>with keys 0 to 9; in the second file key 3 has got another of everything, and key 4 has lost its value. They are
 * never written again.
 */
class GoldenStateTest {

    enum Level {
        NONE,
        LOW,
        HIGH
    }

    record Card(String number, int year) {}

    record Alert(Level level, Card card, @Was("cents") long amount, Optional<String> note) {}

    private static final Path DIRECTORY = Path.of("src/test/resources/golden/state-1");

    private final Codecs codecs = Codecs.forTypes(List.of(Alert.class));

    private static byte[] bytes(String name) {
        try {
            return Base64.getMimeDecoder().decode(Files.readAllBytes(DIRECTORY.resolve(name + ".base64")));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String name(KeyType type, int file) {
        return (type == KeyType.LONG ? "long-" : "object-") + file;
    }

    private static StateTables tables(Codecs codecs, KeyType type) {
        return tables(codecs, type, 0);
    }

    private static StateTables tables(Codecs codecs, KeyType type, long ttl) {
        var tables = new StateTables(
                List.of(
                        new StateTables.Declaration("value", StateKind.VALUE, null, ttl),
                        new StateTables.Declaration("entries", StateKind.ENTRIES, null, ttl),
                        new StateTables.Declaration("items", StateKind.ITEMS, null, ttl),
                        new StateTables.Declaration("longs", StateKind.LONG_TOTAL, null, ttl),
                        new StateTables.Declaration("doubles", StateKind.DOUBLE_TOTAL, null, ttl)),
                codecs.keyGroups(),
                type);
        tables.reset(0);
        return tables;
    }

    private static Object key(KeyType type, int number) {
        return type == KeyType.LONG ? (Object) (long) number : new Card("k", number);
    }

    private static Alert alert(int number) {
        return new Alert(Level.HIGH, new Card("c", number), number, Optional.empty());
    }

    @ParameterizedTest
    @EnumSource(
            value = KeyType.class,
            names = {"LONG", "OBJECT"})
    void filesOfTheFirstFormatAreReadIntoTheClassesOfNow(KeyType type) {
        StateTables tables = tables(codecs, type);
        var reader = new StateFileReader(tables, codecs);
        reader.readAll(bytes(name(type, 1)), KeyGroupSet.ALL);
        reader.readAll(bytes(name(type, 2)), KeyGroupSet.ALL);
        for (int i = 0; i < 10; i++) {
            tables.seek(key(type, i));
            boolean twice = i == 3;
            assertThat(((Value<?>) tables.handle("value")).get()).isEqualTo(i == 4 ? null : alert(twice ? 1000 : i));
            assertThat(entries(tables)).isEqualTo(Map.of(Level.LOW, alert(twice ? 1000 : i)));
            assertThat(((Items<?>) tables.handle("items")).all())
                    .isEqualTo(twice ? List.of(alert(3), alert(1000)) : List.of(alert(i)));
            assertThat(((LongTotal) tables.handle("longs")).sum()).isEqualTo(twice ? 1003 : i);
            assertThat(((DoubleTotal) tables.handle("doubles")).max()).isEqualTo(twice ? 500 : i / 2.0);
        }
        assertThat(tables.rowCount()).isEqualTo(50);
    }

    /** Files without times: what they have counts as written when it is loaded. */
    @ParameterizedTest
    @EnumSource(
            value = KeyType.class,
            names = {"LONG", "OBJECT"})
    void rowsOfTheFirstFormatLiveFromTheirLoadingOn(KeyType type) {
        StateTables tables = tables(codecs, type, 1_000);
        tables.now(50_000);
        var reader = new StateFileReader(tables, codecs);
        reader.readAll(bytes(name(type, 1)), KeyGroupSet.ALL);
        reader.readAll(bytes(name(type, 2)), KeyGroupSet.ALL);
        tables.now(50_999);
        tables.seek(key(type, 3));
        assertThat(((Value<?>) tables.handle("value")).get()).isEqualTo(alert(1000));
        assertThat(((Items<?>) tables.handle("items")).all()).hasSize(2);
        assertThat(entries(tables)).hasSize(1);
        assertThat(((LongTotal) tables.handle("longs")).count()).isEqualTo(2);
        byte[] timed = written(tables);

        tables.now(51_000);
        assertEmpty(tables, type);
        StateTables again = tables(codecs, type, 1_000);
        again.now(51_000);
        new StateFileReader(again, codecs).readAll(timed, KeyGroupSet.ALL);
        assertEmpty(again, type);
    }

    /** Files with times, for a job without times to live: everything is there, and is written without times. */
    @ParameterizedTest
    @EnumSource(
            value = KeyType.class,
            names = {"LONG", "OBJECT"})
    void rowsWithTimesLiveForEverIfNothingElseIsSaid(KeyType type) {
        StateTables timed = tables(codecs, type, 1_000);
        new StateFileReader(timed, codecs).readAll(bytes(name(type, 1)), KeyGroupSet.ALL);
        byte[] file = written(timed);
        StateTables tables = tables(codecs, type);
        tables.now(1_000_000);
        new StateFileReader(tables, codecs).readAll(file, KeyGroupSet.ALL);
        assertThat(tables.rowCount()).isEqualTo(50);
        tables.seek(key(type, 3));
        assertThat(((Value<?>) tables.handle("value")).get()).isEqualTo(alert(3));
        assertThat(((Items<?>) tables.handle("items")).all()).isEqualTo(List.of(alert(3)));
        assertThat(written(tables)).hasSizeLessThan(file.length);

        var found = new HashMap<Object, Map<String, Object>>();
        new StateScan(
                        List.of(new Stored("timed", file.length)),
                        KeyGroupSet.ALL,
                        (any, from, length) -> ByteBuffer.wrap(file).slice((int) from, length))
                .read(range -> true, found::put);
        assertThat(found).as("by queries").hasSize(10);
    }

    private byte[] written(StateTables tables) {
        var writer = new StateFileWriter(tables, codecs, cell -> true);
        while (!writer.write(100)) {}
        var file = ByteBuffer.allocate((int) writer.size());
        writer.content().forEach(file::put);
        return file.array();
    }

    private static void assertEmpty(StateTables tables, KeyType type) {
        assertThat(tables.new Keys().next(100, key -> {
                    throw new AssertionError("there is " + key);
                }))
                .isFalse();
        tables.seek(key(type, 3));
        assertThat(((Value<?>) tables.handle("value")).get()).isNull();
        assertThat(((Items<?>) tables.handle("items")).all()).isEmpty();
        assertThat(entries(tables)).isEmpty();
        assertThat(((LongTotal) tables.handle("longs")).count()).isZero();
        assertThat(((DoubleTotal) tables.handle("doubles")).count()).isZero();
    }

    private static Map<Object, Object> entries(StateTables tables) {
        var map = new HashMap<Object, Object>();
        ((Entries<?, ?>) tables.handle("entries")).forEach(map::put);
        return map;
    }

    @ParameterizedTest
    @EnumSource(
            value = KeyType.class,
            names = {"LONG", "OBJECT"})
    void filesOfTheFirstFormatAreShownWithoutClasses(KeyType type) {
        var stored = List.of(
                new Stored(name(type, 1), bytes(name(type, 1)).length),
                new Stored(name(type, 2), bytes(name(type, 2)).length));
        var scan = new StateScan(
                stored,
                KeyGroupSet.ALL,
                (file, from, length) -> ByteBuffer.wrap(bytes(file.name())).slice((int) from, length));
        var found = new HashMap<Object, Map<String, Object>>();
        scan.read(range -> true, found::put);
        assertThat(found).hasSize(10);
        Object key = type == KeyType.LONG ? (Object) 3L : Map.of("number", "k", "year", 3);
        assertThat(found.get(key))
                .containsEntry(
                        "value", Map.of("card", Map.of("number", "c", "year", 1000), "cents", 1000, "level", "HIGH"))
                .containsEntry("longs", Map.of("count", 2L, "sum", 1003L, "min", 3L, "max", 1000L));
    }

    /** Without Alert the values cannot be read, and without Card as it was the keys cannot. */
    @ParameterizedTest
    @EnumSource(
            value = KeyType.class,
            names = {"LONG", "OBJECT"})
    void whatCannotBeReadIsRefusedWithItsStateAndClass(KeyType type) {
        Codecs less = Codecs.forTypes(List.of(Card.class));
        var reader = new StateFileReader(tables(less, type), less);
        assertThatThrownBy(() -> reader.readAll(bytes(name(type, 1)), KeyGroupSet.ALL))
                .isInstanceOf(DamagedState.class)
                .hasMessageMatching("state (value|entries|items): class .*GoldenStateTest\\$(Alert|Level) has changed:"
                        + " the job has no such class any more.*");
    }
}
