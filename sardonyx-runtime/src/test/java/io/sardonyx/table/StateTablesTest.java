package io.sardonyx.table;

import static org.assertj.core.api.Assertions.assertThat;

import io.sardonyx.serial.Codecs;
import io.sardonyx.serial.KeyGroups;
import io.sardonyx.state.Aggregate;
import io.sardonyx.state.DoubleTotal;
import io.sardonyx.state.Entries;
import io.sardonyx.state.Items;
import io.sardonyx.state.LongTotal;
import io.sardonyx.state.Total;
import io.sardonyx.state.Value;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.function.IntPredicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tables of all kinds beside maps that are copied: random changes, marks, completed checkpoints, rewinds and restores
 * from the files that were written, one seed each.
 */
class StateTablesTest {

    private static final int SEEDS = 100;
    private static final int STEPS = 400;

    /** Joins texts, so that order and number of what was added can be seen. */
    public static final class Longest implements Aggregate<String, String, Integer> {

        @Override
        public String zero() {
            return "";
        }

        @Override
        public String add(String before, String value) {
            return value.length() > before.length() ? value : before;
        }

        @Override
        public String merge(String one, String other) {
            return add(one, other);
        }

        @Override
        public Integer result(String accumulator) {
            return accumulator.length();
        }
    }

    /** What the tables must contain, by key; each value is a text. */
    private record Model(Map<Object, Map<String, Object>> keys) {

        Model copy() {
            var copied = new HashMap<Object, Map<String, Object>>();
            keys.forEach((key, states) -> {
                var inner = new TreeMap<String, Object>();
                states.forEach((name, value) -> inner.put(name, value));
                copied.put(key, inner);
            });
            return new Model(copied);
        }

        Map<String, Object> of(Object key) {
            return keys.computeIfAbsent(key, any -> new TreeMap<>());
        }
    }

    @SuppressWarnings("unchecked")
    private static final class Bench {
        final SplittableRandom random;
        final Codecs codecs = Codecs.builder().build();
        final KeyType type;
        final int keys;
        /* Whether values are whole numbers. */
        final boolean longs;
        StateTables tables;
        Model model = new Model(new HashMap<>());
        /* Copies of the model by the checkpoint that has it, and what restores it. */
        final TreeMap<Long, Model> marked = new TreeMap<>();
        final TreeMap<Long, FileChain> chains = new TreeMap<>();
        final Map<String, ByteBuffer> files = new LinkedHashMap<>();
        StateFileWriter writer;
        FileChain chain;
        long committed;

        Bench(long seed, KeyType type) {
            this.random = new SplittableRandom(seed);
            this.type = type;
            this.keys = random.nextBoolean() ? 12 : 5_000;
            this.longs = random.nextBoolean();
            this.tables = tables();
            tables.reset(0);
            chain = FileChain.empty(tables.count());
            marked.put(0L, model.copy());
            chains.put(0L, chain);
        }

        @SuppressWarnings("rawtypes")
        StateTables tables() {
            Aggregate longest = new Longest();
            return new StateTables(
                    List.of(
                            new StateTables.Declaration("value", StateKind.VALUE, null, longs, 0),
                            new StateTables.Declaration("entries", StateKind.ENTRIES, null),
                            new StateTables.Declaration("items", StateKind.ITEMS, null),
                            new StateTables.Declaration("longs", StateKind.LONG_TOTAL, null),
                            new StateTables.Declaration("doubles", StateKind.DOUBLE_TOTAL, null),
                            new StateTables.Declaration("total", StateKind.TOTAL, longest)),
                    codecs.keyGroups(),
                    type);
        }

        Object key() {
            int number = random.nextInt(keys);
            return switch (type) {
                case LONG -> (Object) (long) number;
                case INTEGER -> (Object) number;
                case OBJECT -> (Object) ("k" + number);
            };
        }

        void change() {
            Object key = key();
            tables.seek(key);
            Model before = random.nextInt(10) == 0 ? model.copy() : null;
            int changes = 1 + random.nextInt(3);
            for (int i = 0; i < changes; i++) {
                changeOne(model.of(key));
            }
            if (before != null) {
                tables.rollBack();
                model = before;
            }
        }

        private void changeOne(Map<String, Object> state) {
            boolean clears = random.nextInt(6) == 0;
            int number = random.nextInt(1000);
            switch (random.nextInt(6)) {
                case 0 -> changeValue(state, clears, number);
                case 1 -> changeEntries(state, clears, number);
                case 2 -> changeItems(state, clears, number);
                case 3 -> changeLongs(state, clears, number);
                case 4 -> changeDoubles(state, clears, number);
                default -> changeTotal(state, clears, number);
            }
        }

        private void changeValue(Map<String, Object> state, boolean clears, int number) {
            var handle = (Value<Object>) tables.handle("value");
            if (clears) {
                handle.clear();
                state.remove("value");
            } else {
                Object value = longs ? (Object) (long) number : "v" + number;
                handle.set(value);
                state.put("value", value);
            }
        }

        private void changeEntries(Map<String, Object> state, boolean clears, int number) {
            var handle = (Entries<Object, Object>) tables.handle("entries");
            var map = new TreeMap<>((Map<Integer, String>) state.getOrDefault("entries", Map.of()));
            int entry = number % 5;
            if (clears && number % 7 == 0) {
                handle.clear();
                map.clear();
            } else if (clears) {
                handle.remove(entry);
                map.remove(entry);
            } else {
                handle.put(entry, "e" + number);
                map.put(entry, "e" + number);
            }
            put(state, "entries", map.isEmpty() ? null : map);
        }

        private void changeItems(Map<String, Object> state, boolean clears, int number) {
            var handle = (Items<Object>) tables.handle("items");
            var list = new ArrayList<>((List<Object>) state.getOrDefault("items", List.of()));
            if (clears) {
                handle.clear();
                list.clear();
            } else {
                handle.add(number);
                list.add(number);
            }
            put(state, "items", list.isEmpty() ? null : list);
        }

        private void changeLongs(Map<String, Object> state, boolean clears, int number) {
            var handle = (LongTotal) tables.handle("longs");
            if (clears) {
                handle.clear();
                state.remove("longs");
            } else {
                handle.add(number - 500);
                var list = new ArrayList<>((List<Long>) state.getOrDefault("longs", List.of()));
                list.add(number - 500L);
                state.put("longs", list);
            }
        }

        private void changeDoubles(Map<String, Object> state, boolean clears, int number) {
            var handle = (DoubleTotal) tables.handle("doubles");
            if (clears) {
                handle.clear();
                state.remove("doubles");
            } else {
                handle.add(number / 4.0);
                var list = new ArrayList<>((List<Double>) state.getOrDefault("doubles", List.of()));
                list.add(number / 4.0);
                state.put("doubles", list);
            }
        }

        private void changeTotal(Map<String, Object> state, boolean clears, int number) {
            var handle = (Total<Object, Object>) tables.handle("total");
            if (clears) {
                handle.clear();
                state.remove("total");
            } else {
                String text = "x".repeat(number % 40);
                handle.add(text);
                state.put("total", Math.max(text.length(), (int) state.getOrDefault("total", 0)));
            }
        }

        private static void put(Map<String, Object> state, String name, Object value) {
            if (value == null) {
                state.remove(name);
            } else {
                state.put(name, value);
            }
        }

        void mark() {
            mark(random.nextInt(5) == 0 ? cell -> true : chain.wholeCells());
        }

        void mark(IntPredicate wholeCells) {
            while (writer != null) {
                write();
            }
            marked.put(tables.generation(), model.copy());
            writer = new StateFileWriter(tables, codecs, wholeCells);
        }

        void write() {
            if (writer != null && writer.write(1 + random.nextInt(40))) {
                long number = tables.generation() - 1;
                String name = number + "-" + files.size();
                var all = ByteBuffer.allocate((int) writer.size());
                writer.content().forEach(buffer -> all.put(buffer.duplicate()));
                files.put(name, all.flip());
                chain = chain.with(new FileChain.Stored(name, writer.size()), writer.chunks());
                chains.put(number, chain);
                writer = null;
            }
        }

        void complete() {
            if (writer == null && chains.lastKey() > committed) {
                committed = chains.lastKey();
                tables.commit(committed);
                chains.headMap(committed, false).clear();
                marked.headMap(committed, false).clear();
            }
        }

        /** Takes changes back; without undo logs they are loaded. */
        void rewind() {
            if (!tables.canRewind(committed)) {
                restore();
                return;
            }
            writer = null;
            tables.rewind(committed);
            toCommitted();
        }

        void restore() {
            writer = null;
            tables = tables();
            tables.reset(committed);
            load(tables, chains.get(committed), KeyGroupSet.ALL);
            toCommitted();
        }

        private void toCommitted() {
            model = marked.get(committed).copy();
            chain = chains.get(committed);
            marked.tailMap(committed, false).clear();
            chains.tailMap(committed, false).clear();
        }

        void load(StateTables into, FileChain from, KeyGroupSet groups) {
            var reader = new StateFileReader(into, codecs);
            for (FileChain.Stored stored : from.files()) {
                ByteBuffer file = files.get(stored.name());
                int end = (int) stored.bytes() - StateFile.TRAILER;
                StateFile.Footer footer = StateFile.Footer.read(file.slice(end, StateFile.TRAILER));
                StateFile read = StateFile.read(file.slice((int) footer.offset(), end - (int) footer.offset()), footer);
                reader.check(read);
                read.chunks().stream()
                        .filter(chunk -> from.needs(stored, chunk))
                        .forEach(chunk ->
                                reader.read(read, chunk, file.slice((int) chunk.offset(), chunk.length()), groups));
            }
        }

        void check(StateTables checked, Model expected, KeyGroupSet groups) {
            var seen = new ArrayList<>();
            StateTables.Keys all = checked.new Keys();
            while (all.next(7, seen::add)) {}
            List<Object> wanted = expected.keys.entrySet().stream()
                    .filter(entry -> !entry.getValue().isEmpty()
                            && groups.test(KeyGroups.groupOf(codecs.keyGroups().hash(entry.getKey()))))
                    .map(Map.Entry::getKey)
                    .toList();
            assertThat(seen).containsExactlyInAnyOrderElementsOf(wanted);
            for (Object key : wanted) {
                checked.seek(key);
                check(checked, expected.of(key));
            }
        }

        private static void check(StateTables checked, Map<String, Object> state) {
            assertThat(((Value<Object>) checked.handle("value")).get()).isEqualTo(state.get("value"));
            var entries = new TreeMap<>();
            var map = (Entries<Object, Object>) checked.handle("entries");
            map.forEach(entries::put);
            assertThat(entries)
                    .isEqualTo(state.getOrDefault("entries", Map.of()))
                    .hasSize(map.size());
            assertThat(((Items<Object>) checked.handle("items")).all())
                    .isEqualTo(state.getOrDefault("items", List.of()));
            var longs = (List<Long>) state.getOrDefault("longs", List.of());
            var numbers = longs.stream().mapToLong(each -> each).summaryStatistics();
            var total = (LongTotal) checked.handle("longs");
            assertThat(List.of(total.count(), total.sum(), total.min(), total.max()))
                    .isEqualTo(List.of(numbers.getCount(), numbers.getSum(), numbers.getMin(), numbers.getMax()));
            var doubles = (List<Double>) state.getOrDefault("doubles", List.of());
            var reals = doubles.stream().mapToDouble(each -> each).summaryStatistics();
            var real = (DoubleTotal) checked.handle("doubles");
            assertThat(List.of(real.count(), real.sum(), real.min(), real.max(), real.average()))
                    .isEqualTo(List.of(
                            reals.getCount(), reals.getSum(), reals.getMin(), reals.getMax(), reals.getAverage()));
            assertThat(((Total<Object, Object>) checked.handle("total")).result())
                    .isEqualTo(state.getOrDefault("total", 0));
        }
    }

    private static void run(long seed, KeyType type) {
        var bench = new Bench(seed, type);
        for (int i = 0; i < STEPS; i++) {
            int what = bench.random.nextInt(100);
            if (what < 70) {
                for (int j = bench.random.nextInt(12); j >= 0; j--) {
                    bench.change();
                }
            } else if (what < 76) {
                bench.mark();
            } else if (what < 91) {
                bench.write();
            } else if (what < 92) {
                bench.tables.dropUndo();
            } else if (what < 97) {
                bench.complete();
            } else if (what < 99) {
                bench.rewind();
                bench.check(bench.tables, bench.model, KeyGroupSet.ALL);
            } else {
                bench.restore();
                bench.check(bench.tables, bench.model, KeyGroupSet.ALL);
            }
        }
        bench.check(bench.tables, bench.model, KeyGroupSet.ALL);
        KeyGroupSet half = KeyGroupSet.of(group -> group % 3 == 0 || group > 3000);
        StateTables some = bench.tables();
        some.reset(bench.committed);
        bench.load(some, bench.chains.get(bench.committed), half);
        bench.check(some, bench.marked.get(bench.committed), half);
    }

    @ParameterizedTest
    @ValueSource(strings = {"LONG", "INTEGER", "OBJECT"})
    void tablesAreWhatTheirChangesAndCheckpointsSay(KeyType type) {
        for (long seed = 0; seed < SEEDS; seed++) {
            try {
                run(seed, type);
            } catch (AssertionError | RuntimeException e) {
                throw new AssertionError("seed " + seed + " of " + type, e);
            }
        }
    }

    /** Estimates follow what is there, whether it came, was replaced, or has gone. */
    @Test
    @SuppressWarnings("unchecked")
    void sizesAreCountedWhileRowsChange() {
        var tables = new StateTables(
                List.of(
                        new StateTables.Declaration("text", StateKind.VALUE, null),
                        new StateTables.Declaration("items", StateKind.ITEMS, null)),
                Codecs.builder().build().keyGroups(),
                KeyType.LONG,
                object -> object instanceof String text ? text.length() : 10);
        tables.reset(0);
        var text = (Value<Object>) tables.handle("text");
        var items = (Items<Object>) tables.handle("items");
        int keys = 20_000;
        for (long key = 0; key < keys; key++) {
            tables.seek(key);
            text.set("x".repeat(100));
            items.add(key);
            items.add(key);
        }
        long before = tables.sizes().get(0).bytes();
        assertThat(before).isBetween(keys * 100L, keys * 200L);
        assertThat(tables.sizes().get(0).keys()).isEqualTo(keys);
        assertThat(tables.sizes().get(1).keys()).isEqualTo(keys);
        for (long key = 0; key < keys; key++) {
            tables.seek(key);
            text.set("x".repeat(300));
        }
        assertThat(tables.sizes().get(0).bytes() - before).isBetween(keys * 150L, keys * 250L);
        for (long key = 0; key < keys; key++) {
            tables.seek(key);
            text.clear();
            items.clear();
        }
        assertThat(tables.sizes().get(0).bytes()).isLessThan(before);
        assertThat(tables.sizes().get(1).keys()).isZero();
        assertThat(tables.rowCount()).isZero();
    }

    private static void store(StateTables tables) {
        var writer = new StateFileWriter(tables, Codecs.builder().build(), cell -> true);
        while (!writer.write(1_000)) {}
    }

    @Test
    void undoLogsAreKeptUpToHalfOfWhatLives() {
        StateTables tables = new StateTables(
                List.of(new StateTables.Declaration("longs", StateKind.LONG_TOTAL, null)),
                Codecs.builder().build().keyGroups(),
                KeyType.LONG);
        tables.reset(0);
        var total = (LongTotal) tables.handle("longs");
        int keys = 200_000;
        for (long key = 0; key < keys; key++) {
            tables.seek(key);
            total.add(key);
        }
        store(tables);
        tables.commit(1);
        long settled = tables.bytes();
        tables.boundUndo();
        assertThat(tables.canRewind(1)).isTrue();
        for (long key = 0; key < keys; key++) {
            tables.seek(key);
            total.add(key);
            if (key % 1_000 == 0) {
                tables.boundUndo();
            }
        }
        assertThat(tables.bytes()).as("undo logs are gone").isEqualTo(settled);
        assertThat(tables.canRewind(1)).isFalse();
        store(tables);
        tables.commit(2);
        tables.seek(1L);
        total.add(1);
        assertThat(tables.canRewind(2)).isTrue();
        tables.rewind(2);
        tables.seek(1L);
        assertThat(total.count()).isEqualTo(2);
    }

    /** One key in a hundred changes between two marks: what is written is not much more than what has changed. */
    @Test
    void changesAloneAreWritten() {
        var bench = new Bench(1, KeyType.LONG);
        var total = (LongTotal) bench.tables.handle("longs");
        int keys = 200_000;
        for (long key = 0; key < keys; key++) {
            bench.tables.seek(key);
            total.add(key);
        }
        bench.mark(bench.chain.wholeCells());
        while (bench.writer != null) {
            bench.write();
        }
        long whole = bench.chain.files().get(0).bytes();
        for (long key = 0; key < keys; key += 100) {
            bench.tables.seek(key);
            total.add(key);
        }
        bench.mark(bench.chain.wholeCells());
        while (bench.writer != null) {
            bench.write();
        }
        long changed = bench.chain.files().get(1).bytes();
        assertThat(changed).isLessThan(whole / 50);
    }

    /** Files that nobody needs are left out, and what is kept stays near what lives. */
    @Test
    void filesAreBounded() {
        var bench = new Bench(2, KeyType.LONG);
        var total = (LongTotal) bench.tables.handle("longs");
        var random = new SplittableRandom(3);
        for (int round = 0; round < 300; round++) {
            for (int i = 0; i < 500; i++) {
                bench.tables.seek((long) random.nextInt(20_000));
                total.add(i);
            }
            bench.mark(bench.chain.wholeCells());
            while (bench.writer != null) {
                bench.write();
            }
            bench.complete();
        }
        long kept =
                bench.chain.files().stream().mapToLong(FileChain.Stored::bytes).sum();
        bench.tables.reset(bench.committed);
        bench.load(bench.tables, bench.chain, KeyGroupSet.ALL);
        var writer = new StateFileWriter(bench.tables, bench.codecs, cell -> true);
        while (!writer.write(1000)) {}
        assertThat(bench.chain.files()).hasSizeLessThan(64);
        assertThat(kept).isLessThan(3 * writer.size() + (64 << 20));
    }
}
