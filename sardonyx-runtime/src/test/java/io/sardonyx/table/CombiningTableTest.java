package io.sardonyx.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sardonyx.serial.BadSegment;
import io.sardonyx.serial.Codecs;
import io.sardonyx.state.Aggregate;
import io.sardonyx.state.DoubleTotal;
import io.sardonyx.state.LongTotal;
import io.sardonyx.state.Total;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Totals that are added up at senders, sent and merged are the totals of all that was added. */
class CombiningTableTest {

    /** The longest text. */
    public static class Longest implements Aggregate<Object, Object, Object> {

        @Override
        public Object zero() {
            return "";
        }

        @Override
        public Object add(Object before, Object value) {
            return merge(before, value);
        }

        @Override
        public Object merge(Object one, Object other) {
            return ((String) one).length() >= ((String) other).length() ? one : other;
        }

        @Override
        public Object result(Object accumulator) {
            return accumulator;
        }
    }

    private static final List<StateTables.Declaration> STATES = List.of(
            new StateTables.Declaration("long", StateKind.LONG_TOTAL, null),
            new StateTables.Declaration("double", StateKind.DOUBLE_TOTAL, null),
            new StateTables.Declaration("longest", StateKind.TOTAL, new Longest()));

    private final Codecs codecs = codecs();
    private final CombiningTable combining = table();

    private static Codecs codecs() {
        Codecs.Builder codecs = Codecs.builder();
        PartialTotals.register(codecs);
        return codecs.build();
    }

    private CombiningTable table() {
        return new CombiningTable(STATES, codecs.keyGroups(), key -> 32);
    }

    private StateTables tables(KeyType keys) {
        var tables = new StateTables(STATES, codecs.keyGroups(), keys);
        tables.reset(0);
        return tables;
    }

    @SuppressWarnings("unchecked")
    private static void add(Object longs, Object doubles, Object longest, long number) {
        if (number % 3 != 0) {
            ((LongTotal) longs).add(number);
        }
        if (number % 2 != 0) {
            ((DoubleTotal) doubles).add(number / 4.0);
        }
        ((Total<Object, Object>) longest).add("x".repeat((int) Math.abs(number % 20)));
    }

    private void addTo(CombiningTable table, Object key, long number) {
        table.seek(key);
        add(table.handle("long"), table.handle("double"), table.handle("longest"), number);
    }

    private static void addTo(StateTables tables, Object key, long number) {
        tables.seek(key);
        add(tables.handle("long"), tables.handle("double"), tables.handle("longest"), number);
    }

    /** Sends all totals as bytes, and empties the table. */
    private void drain(CombiningTable table, StateTables to) {
        for (int row = 0; row < table.size(); row++) {
            PartialTotals totals = table.totals(row);
            if (totals != null) {
                assertThat(table.hash(row)).isEqualTo(codecs.keyGroups().hash(totals.key()));
                to.merge((PartialTotals) codecs.decode(codecs.encode(totals)));
            }
        }
        table.clear();
    }

    private static String shown(StateTables tables, Object key) {
        tables.seek(key);
        var longs = (LongTotal) tables.handle("long");
        var doubles = (DoubleTotal) tables.handle("double");
        return String.join(
                " ",
                String.valueOf(longs.count()),
                String.valueOf(longs.sum()),
                String.valueOf(longs.min()),
                String.valueOf(longs.max()),
                String.valueOf(doubles.count()),
                String.valueOf(doubles.sum()),
                String.valueOf(doubles.min()),
                String.valueOf(doubles.max()),
                String.valueOf(((Total<?, ?>) tables.handle("longest")).result()));
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void combinedTotalsAreThoseOfAllThatWasAdded(long seed) {
        var random = new Random(seed);
        KeyType type = List.of(KeyType.LONG, KeyType.INTEGER, KeyType.OBJECT).get(random.nextInt(3));
        StateTables apart = tables(type);
        StateTables together = tables(type);
        CombiningTable[] senders = {combining, table(), table()};
        Map<Object, Boolean> keys = new HashMap<>();
        for (int i = 0; i < 20_000; i++) {
            long drawn = random.nextInt(1_500);
            Object key = type == KeyType.LONG
                    ? (Object) drawn
                    : type == KeyType.INTEGER ? (Object) (int) drawn : "k" + drawn;
            keys.put(key, true);
            long number = random.nextInt(-1_000, 1_000);
            CombiningTable sender = senders[random.nextInt(senders.length)];
            addTo(sender, key, number);
            if (random.nextInt(10) == 0) {
                sender.rollBack();
            } else {
                addTo(apart, key, number);
            }
            if (random.nextInt(3_000) == 0) {
                drain(sender, together);
            }
        }
        Arrays.stream(senders).forEach(sender -> drain(sender, together));
        keys.keySet().forEach(key -> assertThat(shown(together, key)).isEqualTo(shown(apart, key)));
    }

    private Object longTotal(int row) {
        PartialTotals totals = combining.totals(row);
        return totals == null ? "none" : ((long[]) totals.total(0))[TotalTable.COUNT];
    }

    @Test
    void whatWasAddedStaysIfTheNextSegmentHasNoKey() {
        addTo(combining, "key", 1);
        addTo(combining, "key", 2);
        assertThatThrownBy(() -> combining.seek(new Object())).isInstanceOf(BadSegment.NoCodec.class);
        combining.rollBack();
        assertThat(longTotal(0)).isEqualTo(2L);
    }

    @Test
    void nothingComesBackIntoATableThatWasEmptied() {
        addTo(combining, "key", 1);
        addTo(combining, "key", 2);
        combining.clear();
        combining.rollBack();
        combining.seek("other");
        assertThat(longTotal(0)).isEqualTo("none");
    }

    /** Had it been kept, what was added before would never be sent. */
    @Test
    @SuppressWarnings("unchecked")
    void aggregateThatMakesNullOfAValueIsRefused() {
        var table = new CombiningTable(
                List.of(new StateTables.Declaration("longest", StateKind.TOTAL, new Longest() {
                    @Override
                    public Object add(Object before, Object value) {
                        return value.equals("") ? null : super.add(before, value);
                    }
                })),
                codecs.keyGroups(),
                key -> 32);
        var longest = (Total<Object, Object>) table.handle("longest");
        table.seek("key");
        longest.add("abc");
        table.seek("key");
        assertThatThrownBy(() -> longest.add("")).hasMessageContaining("state longest");
        table.rollBack();
        assertThat(table.totals(0).total(0)).isEqualTo("abc");
    }

    @Test
    void totalsCannotBeReadWhereTheyAreOnlyAPart() {
        combining.seek("key");
        var longs = (LongTotal) combining.handle("long");
        var doubles = (DoubleTotal) combining.handle("double");
        var longest = (Total<?, ?>) combining.handle("longest");
        List<Runnable> reads = List.of(
                longs::count,
                longs::sum,
                longs::min,
                longs::max,
                longs::average,
                longs::clear,
                doubles::count,
                doubles::sum,
                doubles::min,
                doubles::max,
                doubles::average,
                doubles::clear,
                longest::result,
                longest::clear);
        for (Runnable read : reads) {
            assertThatThrownBy(read::run).isInstanceOf(CombiningTable.ReadTotal.class);
        }
    }

    @Test
    void itIsFullByKeysByAdditionsAndByBytes() {
        for (long key = 0; !combining.isFull(); key++) {
            combining.seek(key);
        }
        assertThat(combining.size()).isEqualTo(1 << 14);
        combining.clear();
        assertThat(combining.size()).isZero();
        long added = 0;
        for (; !combining.isFull(); added++) {
            combining.seek("one");
        }
        assertThat(added).isEqualTo(1 << 16);
        var large = new CombiningTable(STATES, codecs.keyGroups(), key -> 1 << 18);
        for (long key = 0; !large.isFull(); key++) {
            large.seek(key);
        }
        assertThat(large.size()).isEqualTo(4);
    }

    @Test
    void bytesThatAreNoTotalsAreMalformed() {
        addTo(combining, "key", 1);
        byte[] good = codecs.encode(combining.totals(0));
        int refused = 0;
        for (int i = 0; i < good.length; i++) {
            for (int bit = 0; bit < 8; bit++) {
                byte[] bad = good.clone();
                bad[i] ^= (byte) (1 << bit);
                try {
                    codecs.decode(bad);
                } catch (BadSegment e) {
                    refused++;
                }
            }
        }
        assertThat(refused).isPositive();
    }
}
