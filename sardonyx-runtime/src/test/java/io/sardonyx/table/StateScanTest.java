package io.sardonyx.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sardonyx.serial.Codecs;
import io.sardonyx.state.Aggregate;
import io.sardonyx.state.DoubleTotal;
import io.sardonyx.state.Entries;
import io.sardonyx.state.Items;
import io.sardonyx.state.LongTotal;
import io.sardonyx.state.Total;
import io.sardonyx.state.Value;
import io.sardonyx.table.FileChain.Stored;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntPredicate;
import org.junit.jupiter.api.Test;

/** State is read from files without the classes of the job: all kinds, by records as keys, and over several files. */
class StateScanTest {

    enum Level {
        LOW,
        HIGH
    }

    record Card(String number, int year) {}

    record Alert(Card card, long cents, Level level) {}

    /** The last of all, so that the accumulator is what was added. */
    static final class Last implements Aggregate<Alert, Alert, Long> {

        @Override
        public Alert zero() {
            return new Alert(new Card("", 0), 0, Level.LOW);
        }

        @Override
        public Alert add(Alert before, Alert value) {
            return value;
        }

        @Override
        public Alert merge(Alert one, Alert other) {
            return other;
        }

        @Override
        public Long result(Alert accumulator) {
            return accumulator.cents();
        }
    }

    private static final int KEYS = 500;

    private final Codecs codecs = Codecs.forTypes(List.of(Alert.class));
    private final Map<String, byte[]> files = new LinkedHashMap<>();
    private FileChain chain = FileChain.empty(6);

    @SuppressWarnings({"unchecked", "rawtypes"})
    private StateTables tables(KeyType keys) {
        Aggregate last = new Last();
        var tables = new StateTables(
                List.of(
                        new StateTables.Declaration("value", StateKind.VALUE, null),
                        new StateTables.Declaration("entries", StateKind.ENTRIES, null),
                        new StateTables.Declaration("items", StateKind.ITEMS, null),
                        new StateTables.Declaration("longs", StateKind.LONG_TOTAL, null),
                        new StateTables.Declaration("doubles", StateKind.DOUBLE_TOTAL, null),
                        new StateTables.Declaration("with:colon", StateKind.TOTAL, last)),
                codecs.keyGroups(),
                keys);
        tables.reset(0);
        return tables;
    }

    @SuppressWarnings("unchecked")
    private static void change(StateTables tables, Object key, int number) {
        tables.seek(key);
        var alert = new Alert(new Card("c" + number, number), number, Level.HIGH);
        ((Value<Object>) tables.handle("value")).set(alert);
        ((Entries<Object, Object>) tables.handle("entries")).put(Level.LOW, number);
        ((Items<Object>) tables.handle("items")).add("i" + number);
        ((LongTotal) tables.handle("longs")).add(number);
        ((DoubleTotal) tables.handle("doubles")).add(number / 2.0);
        ((Total<Object, Object>) tables.handle("with:colon")).add(alert);
    }

    private void write(StateTables tables, String name) {
        var writer = new StateFileWriter(tables, codecs, chain.wholeCells());
        while (!writer.write(100)) {}
        var bytes = new ByteArrayOutputStream();
        for (ByteBuffer buffer : writer.content()) {
            bytes.write(buffer.array(), buffer.arrayOffset() + buffer.position(), buffer.remaining());
        }
        files.put(name, bytes.toByteArray());
        chain = chain.with(new Stored(name, writer.size()), writer.chunks());
    }

    private StateScan scan(KeyGroupSet groups) {
        return new StateScan(
                chain.files(),
                groups,
                (file, from, length) -> ByteBuffer.wrap(files.get(file.name())).slice((int) from, length));
    }

    private Map<Object, Map<String, Object>> read(IntPredicate ranges, KeyGroupSet groups) {
        var found = new HashMap<Object, Map<String, Object>>();
        scan(groups)
                .read(
                        ranges,
                        (key, states) -> assertThat(found.put(key, states)).isNull());
        return found;
    }

    private static Map<String, Object> alert(int number) {
        return Map.of("card", Map.of("number", "c" + number, "year", number), "cents", (long) number, "level", "HIGH");
    }

    @Test
    void everyKindIsSeenByKeysThatAreRecords() {
        StateTables tables = tables(KeyType.OBJECT);
        for (int i = 0; i < KEYS; i++) {
            change(tables, new Card("k", i), i);
        }
        write(tables, "1");
        change(tables, new Card("k", 3), 1000);
        tables.seek(new Card("k", 4));
        ((Value<?>) tables.handle("value")).clear();
        write(tables, "2");
        Map<Object, Map<String, Object>> found = read(range -> true, KeyGroupSet.ALL);
        assertThat(chain.files()).hasSize(2);
        assertThat(found).hasSize(KEYS);
        assertThat(found.get(Map.of("number", "k", "year", 3)))
                .containsEntry("value", alert(1000))
                .containsEntry("entries", Map.of("LOW", 1000))
                .containsEntry("items", List.of("i3", "i1000"))
                .containsEntry("longs", Map.of("count", 2L, "sum", 1003L, "min", 3L, "max", 1000L))
                .containsEntry("doubles", Map.of("count", 2L, "sum", 501.5, "min", 1.5, "max", 500.0))
                .containsEntry("with:colon", alert(1000));
        assertThat(found.get(Map.of("number", "k", "year", 4)))
                .doesNotContainKey("value")
                .containsKey("items");
    }

    @Test
    void onlyKeysOfTheGroupsThatThePeerOwnedCount() {
        StateTables tables = tables(KeyType.OBJECT);
        for (int i = 0; i < KEYS; i++) {
            change(tables, new Card("k", i), i);
        }
        write(tables, "1");
        KeyGroupSet lower = KeyGroupSet.of(group -> group < 1000);
        long expected = java.util.stream.IntStream.range(0, KEYS)
                .filter(i -> codecs.keyGroups().of(new Card("k", i)) < 1000)
                .count();
        assertThat(expected).isBetween(1L, (long) KEYS - 1);
        assertThat(read(range -> true, lower)).hasSize((int) expected);
    }

    @Test
    void keyIsFoundInFewRangesWhetherItIsATextOrANumber() {
        for (KeyType type : KeyType.values()) {
            chain = FileChain.empty(6);
            StateTables tables = tables(type);
            for (int i = 0; i < KEYS; i++) {
                change(tables, type == KeyType.OBJECT ? (Object) ("" + i) : (Object) i, i);
            }
            write(tables, type.name());
            Map<Object, Map<String, Object>> found = read(StateScan.rangesOf("77"), KeyGroupSet.ALL);
            assertThat(found.keySet()).map(Object::toString).contains("77");
            assertThat(found).hasSizeLessThan(50);
        }
    }

    @Test
    void bytesAreThoseInForceOfEachState() {
        StateTables tables = tables(KeyType.LONG);
        for (long i = 0; i < KEYS; i++) {
            change(tables, i, (int) i);
        }
        write(tables, "1");
        Map<String, Long> bytes = scan(KeyGroupSet.ALL).bytes();
        assertThat(bytes.keySet()).containsExactly("doubles", "entries", "items", "longs", "value", "with:colon");
        assertThat(bytes.values().stream().mapToLong(each -> each).sum())
                .isBetween(files.get("1").length / 2L, (long) files.get("1").length);
    }

    @Test
    void everyDamageIsFoundAndNamesTheFile() {
        StateTables tables = tables(KeyType.LONG);
        for (long i = 0; i < 20; i++) {
            change(tables, i, (int) i);
        }
        write(tables, "state/cards/check/1-2-0");
        byte[] good = files.get("state/cards/check/1-2-0");
        for (int i = Long.BYTES; i < good.length; i++) {
            byte[] bad = good.clone();
            bad[i] ^= 0x40;
            files.put("state/cards/check/1-2-0", bad);
            // Of the checksum in the trailer only the lower half counts.
            boolean ignored = i >= good.length - 2 * Long.BYTES && i < good.length - Long.BYTES - Integer.BYTES;
            if (!ignored) {
                assertThatThrownBy(() -> read(range -> true, KeyGroupSet.ALL))
                        .as("byte %d of %d", i, good.length)
                        .isInstanceOf(DamagedState.class)
                        .hasMessageContaining("state file state/cards/check/1-2-0: ");
            }
        }
    }
}
