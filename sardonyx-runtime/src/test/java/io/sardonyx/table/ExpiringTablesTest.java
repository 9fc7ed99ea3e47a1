package io.sardonyx.table;

import static org.assertj.core.api.Assertions.assertThat;

import io.sardonyx.serial.Codecs;
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
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tables whose rows expire, beside maps with times: random changes, clocks, sweeps, marks, rewinds, and restores for
 * which times to live are switched on or changed.
 */
class ExpiringTablesTest {

    private static final int SEEDS = 100;
    private static final int STEPS = 400;
    private static final List<String> STATES = List.of("value", "entries", "items", "longs", "doubles", "total");

    private record Stamped(Object value, long time) {}

    /** Of each key and state: what it has with times. */
    private record Model(Map<Object, Map<String, Object>> keys) {

        /** A copy; what was written without times gets one. */
        @SuppressWarnings("unchecked")
        Model copy(Map<String, Boolean> timed, long otherwise) {
            var copied = new HashMap<Object, Map<String, Object>>();
            keys.forEach((key, states) -> {
                var inner = new TreeMap<String, Object>();
                states.forEach((name, content) -> {
                    boolean keeps = timed.getOrDefault(name, true);
                    if (content instanceof Map<?, ?> map) {
                        var entries = new TreeMap<Object, Stamped>();
                        map.forEach((entry, each) -> entries.put(entry, stamped((Stamped) each, keeps, otherwise)));
                        inner.put(name, entries);
                    } else if (content instanceof List<?> list) {
                        var items = new ArrayList<Stamped>();
                        list.forEach(each -> items.add(stamped((Stamped) each, keeps, otherwise)));
                        inner.put(name, items);
                    } else {
                        inner.put(name, stamped((Stamped) content, keeps, otherwise));
                    }
                });
                copied.put(key, inner);
            });
            return new Model(copied);
        }

        private static Stamped stamped(Stamped each, boolean keeps, long otherwise) {
            return keeps ? each : new Stamped(each.value, otherwise);
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
        final Map<String, Long> ttls = new HashMap<>();
        StateTables tables;
        long now = 1_000;
        Model model = new Model(new HashMap<>());
        /* By the number of a checkpoint. */
        final TreeMap<Long, Model> marked = new TreeMap<>();
        final TreeMap<Long, FileChain> chains = new TreeMap<>();
        final TreeMap<Long, Map<String, Boolean>> timed = new TreeMap<>();
        final Map<String, ByteBuffer> files = new LinkedHashMap<>();
        StateFileWriter writer;
        FileChain chain;
        long committed;
        /* The checkpoint whose files are only read, as they are of another job; else -1. */
        long foreign = -1;

        Bench(long seed, KeyType type) {
            this.random = new SplittableRandom(seed);
            this.type = type;
            this.keys = random.nextBoolean() ? 12 : 2_000;
            this.longs = random.nextBoolean();
            drawTtls();
            this.tables = tables();
            tables.reset(0);
            tables.now(now);
            chain = FileChain.empty(STATES.size());
            marked.put(0L, model.copy(Map.of(), 0));
            chains.put(0L, chain);
            timed.put(0L, Map.of());
        }

        /** Never longer than before: what has expired may be removed already, or not. */
        void drawTtls() {
            for (String state : STATES) {
                int before = (int) (long) ttls.getOrDefault(state, 0L);
                long other = random.nextInt(3) == 0 ? before : 1L + random.nextInt(before == 0 ? 200 : before);
                ttls.put(state, other);
            }
        }

        @SuppressWarnings("rawtypes")
        StateTables tables() {
            io.sardonyx.state.Aggregate longest = new StateTablesTest.Longest();
            var declared = new ArrayList<StateTables.Declaration>();
            List<StateKind> kinds = List.of(
                    StateKind.VALUE,
                    StateKind.ENTRIES,
                    StateKind.ITEMS,
                    StateKind.LONG_TOTAL,
                    StateKind.DOUBLE_TOTAL,
                    StateKind.TOTAL);
            for (int i = 0; i < kinds.size(); i++) {
                String name = STATES.get(i);
                StateKind kind = kinds.get(i);
                declared.add(new StateTables.Declaration(
                        name,
                        kind,
                        kind == StateKind.TOTAL ? longest : null,
                        longs && kind == StateKind.VALUE,
                        ttls.get(name)));
            }
            return new StateTables(declared, codecs.keyGroups(), type);
        }

        Object key() {
            int number = random.nextInt(keys);
            return switch (type) {
                case LONG -> (Object) (long) number;
                case INTEGER -> (Object) number;
                case OBJECT -> (Object) ("k" + number);
            };
        }

        void pass() {
            now += random.nextInt(30);
            tables.now(now);
            if (random.nextInt(3) > 0) {
                tables.sweep(1 + random.nextInt(5_000));
            }
        }

        boolean isExpired(String state, Stamped row) {
            long ttl = ttls.get(state);
            return ttl != 0 && now - row.time >= ttl;
        }

        /** What there is of a state now; null if nothing is left. */
        Object visible(String state, Object content) {
            if (content instanceof Map<?, ?> map) {
                var left = new TreeMap<Object, Stamped>((Map<Object, Stamped>) map);
                left.values().removeIf(each -> isExpired(state, each));
                return left.isEmpty() ? null : left;
            }
            if (content instanceof List<?> list) {
                var left = new ArrayList<>((List<Stamped>) list);
                while (!left.isEmpty() && isExpired(state, left.get(0))) {
                    left.remove(0);
                }
                return left.isEmpty() ? null : left;
            }
            return content == null || isExpired(state, (Stamped) content) ? null : content;
        }

        void change() {
            Object key = key();
            tables.seek(key);
            Model before = random.nextInt(10) == 0 ? model.copy(Map.of(), 0) : null;
            for (int i = random.nextInt(3); i >= 0; i--) {
                String state = STATES.get(random.nextInt(STATES.size()));
                Map<String, Object> of = model.keys.computeIfAbsent(key, any -> new TreeMap<>());
                Object after = changed(state, visible(state, of.get(state)));
                if (after == null) {
                    of.remove(state);
                } else {
                    of.put(state, after);
                }
            }
            if (before != null) {
                tables.rollBack();
                model = before;
            }
        }

        private Object changed(String state, Object content) {
            boolean clears = random.nextInt(6) == 0;
            int number = random.nextInt(1000);
            Object handle = tables.handle(state);
            return switch (state) {
                case "value" -> value((Value<Object>) handle, clears, number);
                case "entries" -> entries((Entries<Object, Object>) handle, (Map<?, ?>) content, clears, number);
                case "items" -> items((Items<Object>) handle, (List<?>) content, clears, number);
                case "longs" -> longs((LongTotal) handle, (Stamped) content, clears, number);
                case "doubles" -> doubles((DoubleTotal) handle, (Stamped) content, clears, number);
                default -> total((Total<Object, Object>) handle, (Stamped) content, clears, number);
            };
        }

        private Object value(Value<Object> handle, boolean clears, int number) {
            if (clears) {
                handle.clear();
                return null;
            }
            Object value = longs ? (Object) (long) number : "v" + number;
            handle.set(value);
            return new Stamped(value, now);
        }

        private Object entries(Entries<Object, Object> handle, Map<?, ?> content, boolean clears, int number) {
            var map = new TreeMap<>(content == null ? Map.of() : content);
            int entry = number % 5;
            if (clears && number % 7 == 0) {
                handle.clear();
                map.clear();
            } else if (clears) {
                handle.remove(entry);
                map.remove(entry);
            } else {
                handle.put(entry, "e" + number);
                ((Map<Object, Object>) (Map<?, ?>) map).put(entry, new Stamped("e" + number, now));
            }
            return map.isEmpty() ? null : map;
        }

        private Object items(Items<Object> handle, List<?> content, boolean clears, int number) {
            var list = new ArrayList<Object>(content == null ? List.of() : content);
            if (random.nextBoolean()) {
                assertThat(handle.size()).isEqualTo(list.size());
            }
            if (clears) {
                handle.clear();
                return null;
            }
            handle.add(number);
            list.add(new Stamped(number, now));
            return list;
        }

        private Object longs(LongTotal handle, Stamped content, boolean clears, int number) {
            if (clears) {
                handle.clear();
                return null;
            }
            handle.add(number);
            return new Stamped((content == null ? 0L : (long) content.value) + number, now);
        }

        private Object doubles(DoubleTotal handle, Stamped content, boolean clears, int number) {
            if (clears) {
                handle.clear();
                return null;
            }
            handle.add(number / 4.0);
            return new Stamped((content == null ? 0.0 : (double) content.value) + number / 4.0, now);
        }

        private Object total(Total<Object, Object> handle, Stamped content, boolean clears, int number) {
            if (clears) {
                handle.clear();
                return null;
            }
            handle.add("x".repeat(number % 40));
            return new Stamped(Math.max(content == null ? 0 : (int) content.value, number % 40), now);
        }

        void mark() {
            while (writer != null) {
                write();
            }
            marked.put(tables.generation(), model.copy(Map.of(), 0));
            var with = new HashMap<String, Boolean>();
            ttls.forEach((state, ttl) -> with.put(state, ttl != 0));
            timed.put(tables.generation(), with);
            writer = new StateFileWriter(tables, codecs, chain.wholeCells());
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

        void rewind() {
            writer = null;
            tables.rewind(committed);
            toCommitted();
        }

        void restore() {
            writer = null;
            if (random.nextBoolean()) {
                drawTtls();
                foreign = committed;
            }
            tables = tables();
            tables.reset(committed);
            tables.now(now);
            load();
            marked.put(committed, marked.get(committed).copy(timed.get(committed), now));
            toCommitted();
        }

        private void toCommitted() {
            model = marked.get(committed).copy(Map.of(), 0);
            chain = committed == foreign ? FileChain.empty(STATES.size()) : chains.get(committed);
            marked.tailMap(committed, false).clear();
            chains.tailMap(committed, false).clear();
        }

        private void load() {
            var reader = new StateFileReader(tables, codecs);
            FileChain from = chains.get(committed);
            for (FileChain.Stored stored : from.files()) {
                ByteBuffer file = files.get(stored.name());
                StateFile read = StateFile.ofAll(file);
                reader.check(read);
                read.chunks().stream()
                        .filter(chunk -> from.needs(stored, chunk))
                        .forEach(chunk -> reader.read(
                                read, chunk, file.slice((int) chunk.offset(), chunk.length()), KeyGroupSet.ALL));
            }
        }

        void check() {
            var wanted = new HashMap<Object, Map<String, Object>>();
            model.keys.forEach((key, states) -> {
                var left = new TreeMap<String, Object>();
                states.forEach((state, content) -> {
                    Object seen = visible(state, content);
                    if (seen != null) {
                        left.put(state, seen);
                    }
                });
                if (!left.isEmpty()) {
                    wanted.put(key, left);
                }
            });
            if (random.nextBoolean()) {
                var seen = new ArrayList<>();
                StateTables.Keys all = tables.new Keys();
                while (all.next(7, seen::add)) {}
                assertThat(seen).containsExactlyInAnyOrderElementsOf(wanted.keySet());
            }
            model.keys.keySet().forEach(key -> {
                tables.seek(key);
                check(wanted.getOrDefault(key, Map.of()));
            });
        }

        private void check(Map<String, Object> states) {
            assertThat(((Value<Object>) tables.handle("value")).get()).isEqualTo(plain(states.get("value"), null));
            var entries = new TreeMap<Object, Object>();
            var map = (Entries<Object, Object>) tables.handle("entries");
            int size = map.size();
            map.forEach(entries::put);
            var expected = new TreeMap<Object, Object>();
            ((Map<Object, Stamped>) states.getOrDefault("entries", Map.of()))
                    .forEach((entry, each) -> expected.put(entry, each.value));
            assertThat(entries).isEqualTo(expected).hasSize(size);
            for (int i = 0; i < 5; i++) {
                assertThat(map.get(i)).isEqualTo(expected.get(i));
            }
            assertThat(((Items<Object>) tables.handle("items")).all())
                    .isEqualTo(((List<Stamped>) states.getOrDefault("items", List.of()))
                            .stream().map(Stamped::value).toList());
            assertThat(((LongTotal) tables.handle("longs")).sum()).isEqualTo(plain(states.get("longs"), 0L));
            assertThat(((DoubleTotal) tables.handle("doubles")).sum()).isEqualTo(plain(states.get("doubles"), 0.0));
            assertThat(((Total<Object, Object>) tables.handle("total")).result())
                    .isEqualTo(plain(states.get("total"), 0));
        }

        private static Object plain(Object content, Object otherwise) {
            return content == null ? otherwise : ((Stamped) content).value;
        }

        /** Much later nothing is left but what lives for ever. */
        void checkSwept() {
            now += 1_000;
            tables.now(now);
            for (int i = 0; i < 10_000; i++) {
                tables.sweep(4_096);
            }
            long left = 0;
            for (Map<String, Object> states : model.keys.values()) {
                for (Map.Entry<String, Object> state : states.entrySet()) {
                    Object content = ttls.get(state.getKey()) == 0 ? state.getValue() : null;
                    int rows = content instanceof List<?> list ? list.size() : 1;
                    left += content == null ? 0 : content instanceof Map<?, ?> map ? map.size() : rows;
                }
            }
            assertThat(tables.rowCount()).isEqualTo(left);
            check();
        }
    }

    private static void run(long seed, KeyType type) {
        var bench = new Bench(seed, type);
        for (int i = 0; i < STEPS; i++) {
            int what = bench.random.nextInt(100);
            if (what < 60) {
                for (int j = bench.random.nextInt(12); j >= 0; j--) {
                    bench.change();
                }
            } else if (what < 70) {
                bench.pass();
            } else if (what < 76) {
                bench.mark();
            } else if (what < 92) {
                bench.write();
            } else if (what < 97) {
                bench.complete();
            } else if (what < 99) {
                bench.rewind();
                bench.check();
            } else {
                bench.restore();
                bench.check();
            }
        }
        bench.check();
        bench.checkSwept();
    }

    @ParameterizedTest
    @ValueSource(strings = {"LONG", "INTEGER", "OBJECT"})
    void rowsAreThereAsLongAsTheyLive(KeyType type) {
        for (long seed = 0; seed < SEEDS; seed++) {
            try {
                run(seed, type);
            } catch (AssertionError | RuntimeException e) {
                throw new AssertionError("seed " + seed + " of " + type, e);
            }
        }
    }

    private static StateTables values(long ttlMillis) {
        var tables = new StateTables(
                List.of(new StateTables.Declaration("value", StateKind.VALUE, null, ttlMillis)),
                Codecs.builder().build().keyGroups(),
                KeyType.LONG);
        tables.reset(0);
        return tables;
    }

    /** A slice looks at no more rows than it may, and all slices together come to all of them. */
    @Test
    void sweepRemovesNoMoreThanASliceAtATime() {
        StateTables tables = values(10);
        tables.now(1);
        for (long key = 0; key < 100_000; key++) {
            tables.seek(key);
            value(tables).set("");
        }
        tables.now(1_000);
        for (int i = 0; i < 100; i++) {
            long before = tables.rowCount();
            tables.sweep(4_096);
            assertThat(before - tables.rowCount()).isLessThanOrEqualTo(4_096);
        }
        assertThat(tables.rowCount()).isZero();
    }

    @SuppressWarnings("unchecked")
    private static Value<Object> value(StateTables tables) {
        return (Value<Object>) tables.handle("value");
    }

    /** Without times the format of files is the first, which older releases read. */
    @ParameterizedTest
    @ValueSource(longs = {0, 10})
    void filesHaveTimesOnlyIfRowsExpire(long ttlMillis) {
        StateTables tables = values(ttlMillis);
        tables.now(1_700_000_000_000L);
        tables.seek(1L);
        value(tables).set("a");
        var writer = new StateFileWriter(tables, Codecs.builder().build(), cell -> true);
        while (!writer.write(100)) {}
        var file = ByteBuffer.allocate((int) writer.size());
        writer.content().forEach(file::put);
        file.flip();
        StateFile.Footer footer =
                StateFile.Footer.read(file.slice((int) writer.size() - StateFile.TRAILER, StateFile.TRAILER));
        long format = Codecs.builder()
                .build()
                .input()
                .over(file.slice((int) footer.offset(), 10))
                .takeLong();
        assertThat(format).isEqualTo(ttlMillis == 0 ? 1 : 2);
    }

    /** Rows whose times a clock has put in the future live longer, but a list never loses an item in its middle. */
    @Test
    @SuppressWarnings("unchecked")
    void itemsExpireInTheirOrderThoughTheClockIsSetBack() {
        var tables = new StateTables(
                List.of(new StateTables.Declaration("items", StateKind.ITEMS, null, 10)),
                Codecs.builder().build().keyGroups(),
                KeyType.LONG);
        tables.reset(0);
        var items = (Items<Object>) tables.handle("items");
        for (long time : new long[] {100, 50, 200}) {
            tables.now(time);
            tables.seek(1L);
            items.add(time);
        }
        tables.now(105);
        for (int i = 0; i < 100; i++) {
            tables.sweep(4_096);
        }
        tables.seek(1L);
        assertThat(items.all()).containsExactly(100L, 50L, 200L);
        tables.now(150);
        for (int i = 0; i < 100; i++) {
            tables.sweep(4_096);
        }
        tables.seek(1L);
        assertThat(items.all()).containsExactly(200L);
        items.add(0L);
        assertThat(items.all()).containsExactly(200L, 0L);
    }
}
