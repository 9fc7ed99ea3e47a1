package io.sardonyx.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sardonyx.serial.Codecs;
import io.sardonyx.state.DoubleTotal;
import io.sardonyx.state.Entries;
import io.sardonyx.state.Items;
import io.sardonyx.state.LongTotal;
import io.sardonyx.state.Total;
import io.sardonyx.state.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** State of each kind, as a function sees it. */
@SuppressWarnings("unchecked")
class StateKindsTest {

    private final StateTables tables = tables();
    private final Value<Object> value = (Value<Object>) tables.handle("value");
    private final Value<Object> number = (Value<Object>) tables.handle("number");
    private final Entries<Object, Object> entries = (Entries<Object, Object>) tables.handle("entries");
    private final Items<Object> items = (Items<Object>) tables.handle("items");
    private final LongTotal longs = (LongTotal) tables.handle("longs");
    private final DoubleTotal doubles = (DoubleTotal) tables.handle("doubles");
    private final Total<Object, Object> total = (Total<Object, Object>) tables.handle("total");

    private final List<Runnable> additions = List.of(
            () -> value.set("a"),
            () -> number.set(1L),
            () -> entries.put("a", "b"),
            () -> items.add("a"),
            () -> longs.add(1),
            () -> doubles.add(1),
            () -> total.add("a"));
    private final List<Runnable> removals = List.of(
            value::clear,
            number::clear,
            () -> entries.remove("a"),
            items::clear,
            longs::clear,
            doubles::clear,
            total::clear,
            entries::clear);

    private static StateTables tables() {
        var tables = new StateTables(
                List.of(
                        new StateTables.Declaration("value", StateKind.VALUE, null),
                        new StateTables.Declaration("number", StateKind.VALUE, null, true, 0),
                        new StateTables.Declaration("entries", StateKind.ENTRIES, null),
                        new StateTables.Declaration("items", StateKind.ITEMS, null),
                        new StateTables.Declaration("longs", StateKind.LONG_TOTAL, null),
                        new StateTables.Declaration("doubles", StateKind.DOUBLE_TOTAL, null),
                        new StateTables.Declaration("total", StateKind.TOTAL, new CombiningTableTest.Longest())),
                Codecs.builder().build().keyGroups(),
                KeyType.LONG);
        tables.reset(0);
        return tables;
    }

    @Test
    void whatComesAndGoesWithinACheckpointTakesNoMoreRoomEachTime() {
        tables.seek(1L);
        additions.forEach(Runnable::run);
        removals.forEach(Runnable::run);
        long once = tables.bytes();
        for (int i = 0; i < 1_000; i++) {
            tables.seek(1L);
            additions.forEach(Runnable::run);
            removals.forEach(Runnable::run);
        }
        assertThat(tables.bytes()).isEqualTo(once);
        store();
        tables.commit(1);
        assertThat(tables.bytes()).as("undo logs and what they list are gone").isLessThan(once);
    }

    private void comeAndGo(long from, long to) {
        for (long key = from; key < to; key++) {
            tables.seek(key);
            longs.add(1);
            longs.clear();
        }
    }

    @Test
    void nothingChangesWhenRowsAreFetched() {
        comeAndGo(0, 500);
        tables.seek(7L);
        additions.forEach(Runnable::run);
        var hashes = new long[64];
        for (int round = 0; round < 10; round++) {
            for (int i = 0; i < hashes.length; i++) {
                hashes[i] = tables.hash((long) round * hashes.length + i);
            }
            tables.fetch(hashes, hashes.length);
        }
        assertThat(value.get()).isEqualTo("a");
        assertThat(longs.count()).isEqualTo(1);
        assertThat(items.size()).isEqualTo(1);
        tables.seek(8L);
        assertThat(value.get()).isNull();
    }

    @Test
    void rowsThatGoAgainBeforeTheirCheckpointIsCompleteAreFreedWithTheNextOne() {
        long once = 0;
        for (int round = 0; round < 20; round++) {
            comeAndGo(1_000L * round, 1_000L * (round + 1));
            store();
            comeAndGo(1_000L * round, 1_000L * (round + 1));
            tables.commit(tables.generation() - 1);
            store();
            tables.commit(tables.generation() - 1);
            once = round == 0 ? tables.bytes() : once;
        }
        assertThat(tables.bytes()).isLessThan(2 * once);
    }

    @Test
    void entriesThatTheActionRemovesAreNotPassedOn() {
        tables.seek(1L);
        for (String entry : List.of("a", "b", "c")) {
            entries.put(entry, entry);
        }
        var passed = new ArrayList<>();
        entries.forEach((entry, content) -> {
            passed.add(entry);
            entries.remove("a");
            entries.remove("b");
        });
        assertThat(passed).containsExactly("a", "c");
        assertThat(entries.size()).isEqualTo(1);
    }

    private void store() {
        var writer = new StateFileWriter(tables, Codecs.builder().build(), cell -> true);
        while (!writer.write(1_000)) {}
    }

    @Test
    void changesAreRefusedWhereFunctionsMayOnlyRead() {
        tables.seek(1L);
        additions.forEach(Runnable::run);
        tables.readOnly(true);
        tables.seek(1L);
        for (Runnable change :
                Stream.concat(additions.stream(), removals.stream()).toList()) {
            assertThatThrownBy(change::run)
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("cannot be changed");
        }
        tables.rollBack();
        assertThat(tables.rowCount()).isEqualTo(additions.size());
        tables.readOnly(false);
        removals.forEach(Runnable::run);
        assertThat(tables.rowCount()).isZero();
    }
}
