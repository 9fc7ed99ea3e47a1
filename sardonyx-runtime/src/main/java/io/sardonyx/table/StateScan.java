package io.sardonyx.table;

import io.sardonyx.serial.BadSegment;
import io.sardonyx.serial.Codecs;
import io.sardonyx.serial.KeyGroups;
import io.sardonyx.serial.ShapedValue;
import io.sardonyx.state.DoubleTotal;
import io.sardonyx.state.Entries;
import io.sardonyx.state.Items;
import io.sardonyx.state.LongTotal;
import io.sardonyx.state.Value;
import io.sardonyx.table.FileChain.Stored;
import io.sardonyx.table.StateFile.Chunk;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import java.util.function.IntPredicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Scan of the state in the files of one peer, without the classes of its job: values are decoded by the shapes in the
 * files. One range of keys is in memory at a time. Not thread-safe.
 */
public final class StateScan {

    /** The state files of a checkpoint, which may be read one after the other. */
    @FunctionalInterface
    public interface Source {

        /** Reads exactly so many bytes, or throws. */
        ByteBuffer read(Stored file, long from, int length);
    }

    private record Opened(Stored stored, StateFile content) {}

    private final Source source;
    private final KeyGroupSet groups;
    private final List<Opened> files = new ArrayList<>();
    private final StateTables tables;
    private final StateFileReader reader;
    private FileChain chain;

    /**
     * Opens files: reads their footers.
     *
     * @param stored oldest first
     * @param groups the key groups that the peer owned
     * @throws DamagedState that names the file
     */
    public StateScan(List<Stored> stored, KeyGroupSet groups, Source source) {
        this.source = source;
        this.groups = groups;
        stored.forEach(file -> files.add(new Opened(file, within(file, () -> footer(file)))));
        List<String> states = files.isEmpty() ? List.of() : files.get(0).content.states();
        this.tables = files.isEmpty()
                ? StateTables.ofStored(states)
                : within(files.get(0).stored, () -> StateTables.ofStored(states));
        this.reader = new StateFileReader(tables, Codecs::ofShapes, null);
        this.chain = FileChain.empty(tables.count());
        for (Opened file : files) {
            chain = within(file.stored, () -> {
                reader.check(file.content);
                return chain.with(file.stored, file.content.chunks());
            });
        }
    }

    private StateFile footer(Stored file) {
        long end = file.bytes() - StateFile.TRAILER;
        if (end < 0) {
            throw new DamagedState("it is too short for a state file");
        }
        StateFile.Footer footer = StateFile.Footer.read(source.read(file, end, StateFile.TRAILER));
        if (footer.offset() < 0 || footer.offset() >= end || end - footer.offset() > Integer.MAX_VALUE) {
            throw new DamagedState("it has no footer where its trailer says");
        }
        return StateFile.read(source.read(file, footer.offset(), (int) (end - footer.offset())), footer);
    }

    /** The ranges that may contain a key which is given as text: those of the text, and of the whole number it says. */
    public static IntPredicate rangesOf(String key) {
        var ranges = new BitSet();
        ranges.set(StateTable.rangeOf(Codecs.builder().build().keyGroups().hash(key)));
        whole(key).ifPresent(number -> ranges.set(StateTable.rangeOf(KeyGroups.hash(number))));
        return ranges::get;
    }

    private static OptionalLong whole(String text) {
        try {
            return OptionalLong.of(Long.parseLong(text));
        } catch (NumberFormatException e) {
            return OptionalLong.empty();
        }
    }

    /** What the files say of the states that they contain; none if there are no files. */
    public List<StateDescription> states() {
        return tables.stored();
    }

    /** The shapes of the classes in each of the files, which were not written by the same program. */
    public Set<List<String>> shapes() {
        var shapes = new LinkedHashSet<List<String>>();
        files.forEach(file -> shapes.add(file.content.types()));
        return shapes;
    }

    /** Bytes of each state that are in force, by its name: without those that later files replace. */
    public Map<String, Long> bytes() {
        var bytes = new TreeMap<String, Long>();
        for (int i = 0; i < tables.count(); i++) {
            bytes.put(tables.table(i).name, 0L);
        }
        for (Opened file : files) {
            for (Chunk chunk : file.content.chunks()) {
                if (chain.needs(file.stored, chunk)) {
                    bytes.merge(tables.table(chunk.table()).name, (long) chunk.length(), Long::sum);
                }
            }
        }
        return bytes;
    }

    /**
     * Passes on all keys of some ranges, with what each state has for them.
     *
     * @throws DamagedState that names the file
     */
    public void read(IntPredicate ranges, BiConsumer<Object, Map<String, Object>> each) {
        for (int range = 0; range < StateTable.RANGES; range++) {
            if (ranges.test(range) && groups.hasAnyOfRange(range)) {
                load(range);
                var keys = new ArrayList<Object>();
                StateTables.Keys all = tables.new Keys();
                while (all.next(Integer.MAX_VALUE, keys::add)) {}
                for (Object key : keys) {
                    tables.seek(key);
                    each.accept(plain(key), content());
                }
            }
        }
    }

    private void load(int range) {
        tables.reset(0);
        for (Opened file : files) {
            for (Chunk chunk : file.content.chunks()) {
                if (chunk.range() == range && chain.needs(file.stored, chunk)) {
                    within(file.stored, () -> {
                        ByteBuffer bytes = source.read(file.stored, chunk.offset(), chunk.length());
                        reader.read(file.content, chunk, bytes, groups);
                        return chunk;
                    });
                }
            }
        }
    }

    /** What there is for the present key. */
    private Map<String, Object> content() {
        var states = new LinkedHashMap<String, Object>();
        for (int i = 0; i < tables.count(); i++) {
            StateTable table = tables.table(i);
            if (table.hasKey()) {
                states.put(table.name, content(table));
            }
        }
        return states;
    }

    private static Object content(StateTable table) {
        return switch (table.kind) {
            case VALUE, TOTAL -> plain(((Value<?>) table).get());
            case ENTRIES -> entries((Entries<?, ?>) table);
            case ITEMS -> plain(((Items<?>) table).all());
            case LONG_TOTAL -> {
                var total = (LongTotal) table;
                yield total(total.count(), total.sum(), total.min(), total.max());
            }
            case DOUBLE_TOTAL -> {
                var total = (DoubleTotal) table;
                yield total(total.count(), total.sum(), total.min(), total.max());
            }
        };
    }

    private static Map<Object, Object> entries(Entries<?, ?> entries) {
        var map = new LinkedHashMap<Object, Object>();
        entries.forEach((key, value) -> map.put(plain(key), plain(value)));
        return map;
    }

    private static Map<String, Object> total(long count, Number sum, Number min, Number max) {
        var total = new LinkedHashMap<String, Object>();
        total.put("count", count);
        total.put("sum", sum);
        total.put("min", min);
        total.put("max", max);
        return total;
    }

    private static Object plain(@Nullable Object value) {
        return Objects.requireNonNull(ShapedValue.plain(value), "a row has a key and a value");
    }

    /** Reads something of a file; what is wrong with it is told with its name. */
    private static <T> T within(Stored file, Supplier<T> read) {
        try {
            return read.get();
        } catch (DamagedState | BadSegment e) {
            throw new DamagedState("state file " + file.name() + ": " + e.getMessage());
        }
    }
}
