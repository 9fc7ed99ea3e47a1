package io.sardonyx.table;

import io.sardonyx.serial.Codecs;
import io.sardonyx.serial.KeyGroups;
import io.sardonyx.state.Aggregate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.IntPredicate;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** State on the heap: a table for each state that the functions of a task take, all by the same key. */
public final class StateTables implements TaskTables {

    /**
     * A state that a function takes.
     *
     * @param by the aggregate of a {@link StateKind#TOTAL}; null for other kinds
     * @param longs whether it is a {@link StateKind#VALUE} of whole numbers, which rows keep instead of objects
     * @param ttlMillis how long rows live after they were last written; 0 for ever
     */
    public record Declaration(
            String name,
            StateKind kind,
            @Nullable Aggregate<Object, Object, Object> by,
            boolean longs,
            long ttlMillis) {

        /** One whose values are objects. */
        public Declaration(
                String name, StateKind kind, @Nullable Aggregate<Object, Object, Object> by, long ttlMillis) {
            this(name, kind, by, false, ttlMillis);
        }

        RowLayout layout(boolean longKeys) {
            boolean timed = ttlMillis != 0;
            return longs ? RowLayout.longValues(longKeys, timed) : kind.layout(longKeys, timed);
        }

        /** One whose rows live for ever. */
        public Declaration(String name, StateKind kind, @Nullable Aggregate<Object, Object, Object> by) {
            this(name, kind, by, 0);
        }
    }

    /** Undo logs that are smaller are always kept. */
    private static final long LEAST_UNDO_BYTES = 4 << 20;

    /** Rows of about two megabytes, which is what the cache of a core holds. */
    private static final int MOST_CACHED = 1 << 15;

    private final PresentKey present;
    private final StateTable[] tables;
    private final @Nullable ExpirySweep sweep;
    private int generation = 1;
    /* Number of the first checkpoint to which changes can be taken back. */
    private int undoable;

    /** Tables of which only the rows count, not what keys and values take. */
    public StateTables(List<Declaration> declared, KeyGroups groups, KeyType keys) {
        this(declared, groups, keys, object -> 0);
    }

    /** @param size estimated bytes of a key or value on the heap */
    public StateTables(List<Declaration> declared, KeyGroups groups, KeyType keys, ToLongFunction<Object> size) {
        this.present = new PresentKey(groups, keys);
        this.tables = declared.stream().map(each -> table(each, size)).toArray(StateTable[]::new);
        this.sweep = Stream.of(tables).anyMatch(StateTable::isTimed) ? new ExpirySweep(tables) : null;
    }

    /**
     * Empty tables for the states that files say they contain, whatever their types are; for reading only.
     *
     * @throws DamagedState if these are no states
     */
    static StateTables ofStored(List<String> states) {
        var declared = new ArrayList<Declaration>();
        KeyType keys = KeyType.OBJECT;
        for (StateDescription state : stored(states)) {
            keys = state.keys();
            declared.add(new Declaration(
                    state.name(), state.kind(), state.kind() == StateKind.TOTAL ? new UnknownAggregate() : null));
        }
        var tables = new StateTables(declared, Codecs.builder().build().keyGroups(), keys);
        tables.reset(0);
        return tables;
    }

    /**
     * What files say of the states that they contain.
     *
     * @throws DamagedState if these are no states
     */
    static List<StateDescription> stored(List<String> states) {
        try {
            return states.stream().map(StateDescription::parse).toList();
        } catch (IllegalArgumentException e) {
            throw new DamagedState("it contains the states " + states + ", which this program does not know");
        }
    }

    /** Aggregate of accumulators that are only read. */
    private static final class UnknownAggregate implements Aggregate<Object, Object, Object> {

        @Override
        public Object zero() {
            throw new UnsupportedOperationException("only the job knows its aggregate");
        }

        @Override
        public Object add(Object accumulator, Object value) {
            return zero();
        }

        @Override
        public Object merge(Object one, Object other) {
            return zero();
        }

        @Override
        public Object result(Object accumulator) {
            return zero();
        }
    }

    private StateTable table(Declaration declared, ToLongFunction<Object> size) {
        return switch (declared.kind()) {
            case VALUE ->
                declared.longs()
                        ? new LongValueTable(declared, present, size)
                        : new ValueTable(declared, present, size);
            case ENTRIES -> new EntryTable.MapTable(declared, present, size);
            case ITEMS -> new EntryTable.ListTable(declared, present, size);
            case LONG_TOTAL -> new TotalTable.Longs(declared, present, size);
            case DOUBLE_TOTAL -> new TotalTable.Doubles(declared, present, size);
            case TOTAL -> {
                Aggregate<Object, Object, Object> by = declared.by();
                if (by == null) {
                    throw new IllegalArgumentException("state " + declared.name() + " is a total without an aggregate");
                }
                yield new ValueTable.Accumulators(declared, present, size, by);
            }
        };
    }

    StateTable table(int index) {
        return tables[index];
    }

    @Override
    public int count() {
        return tables.length;
    }

    @Override
    public boolean isTimed() {
        return sweep != null;
    }

    @Override
    public void now(long millis) {
        for (StateTable table : tables) {
            table.now(millis);
        }
    }

    @Override
    public void sweep(int most) {
        if (sweep != null) {
            sweep.next(most);
        }
    }

    @Override
    public long rowCount() {
        long all = 0;
        for (StateTable table : tables) {
            all += table.rowCount();
        }
        return all;
    }

    @Override
    public List<Size> sizes() {
        return Stream.of(tables)
                .map(table -> new Size(table.name, table.keyCount(), table.memory.live()))
                .toList();
    }

    @Override
    public long bytes() {
        long all = 0;
        for (StateTable table : tables) {
            all += table.memory.live() + table.memory.undone();
        }
        return all;
    }

    @Override
    public void boundUndo() {
        long undone = 0;
        long live = 0;
        for (StateTable table : tables) {
            undone += table.memory.undone();
            live += table.memory.live();
        }
        if (undone > Math.max(LEAST_UNDO_BYTES, live / 2)) {
            dropUndo();
        }
    }

    /** Keeps undo logs no longer, until the next generation. */
    void dropUndo() {
        for (StateTable table : tables) {
            table.dropUndo();
        }
        undoable = generation;
    }

    @Override
    public boolean canRewind(long number) {
        return number >= undoable;
    }

    @Override
    public Object handle(String name) {
        for (StateTable table : tables) {
            if (table.name.equals(name)) {
                return table;
            }
        }
        throw new IllegalArgumentException("there is no state " + name);
    }

    @Override
    public void seek(Object key) {
        // first, as a key that has no hash leaves nothing to take back
        settle();
        present.seek(key);
    }

    @Override
    public long hash(Object key) {
        return present.hash(key);
    }

    @Override
    public boolean isCached() {
        for (StateTable table : tables) {
            if (table.rowCount() > MOST_CACHED) {
                return false;
            }
        }
        return true;
    }

    @Override
    public void fetch(long[] hashes, int count) {
        for (StateTable table : tables) {
            table.fetch(hashes, count);
        }
    }

    @Override
    public void settle() {
        for (StateTable table : tables) {
            table.seek();
        }
    }

    @Override
    public void seekOnly() {
        seek(PresentKey.NONE);
    }

    @Override
    public void merge(PartialTotals partial) {
        seek(partial.key());
        for (int i = 0; i < partial.states(); i++) {
            Object total = partial.total(i);
            if (total != null) {
                tables[i].merge(total);
            }
        }
    }

    @Override
    public void rollBack() {
        for (StateTable table : tables) {
            table.rollBack();
        }
    }

    @Override
    public void reset(long number) {
        generation = (int) number + 1;
        for (StateTable table : tables) {
            table.reset(generation);
        }
        if (sweep != null) {
            sweep.reset();
        }
        undoable = 0;
    }

    @Override
    public long generation() {
        return generation;
    }

    @Override
    public Frozen freeze(Codecs codecs, IntPredicate wholeCells) {
        return new StateFileWriter(this, codecs, wholeCells);
    }

    @Override
    public Loading loading(Codecs codecs, @Nullable StateMatch match) {
        return new StateFileReader(this, codecs, match);
    }

    /** Begins the next generation; the writer has frozen all ranges that have something to write. */
    void next() {
        generation++;
        for (StateTable table : tables) {
            table.generation(generation);
        }
    }

    @Override
    public void commit(long number) {
        for (StateTable table : tables) {
            table.commit((int) number);
        }
    }

    @Override
    public void rewind(long number) {
        for (StateTable table : tables) {
            table.rewind((int) number);
        }
        generation = (int) number + 1;
    }

    @Override
    public void readOnly(boolean only) {
        for (StateTable table : tables) {
            table.readOnly(only);
        }
    }

    @Override
    public TaskTables.Keys keys() {
        return new Keys();
    }

    /** Goes through the rows of one table after the other. */
    public final class Keys implements TaskTables.Keys {

        private int table;
        private int range;
        private int row;

        @Override
        public boolean next(int most, Consumer<Object> keys) {
            int left = most;
            while (table < tables.length && left > 0) {
                TableRange rows = tables[table].range(range);
                if (rows == null || row >= rows.rows()) {
                    row = 0;
                    range++;
                    if (range == StateTable.RANGES) {
                        range = 0;
                        table++;
                    }
                    continue;
                }
                int at = row++;
                if (rows.isLive(at) && isFirst(rows, at)) {
                    keys.accept(tables[table].keyOf(rows, at));
                    left--;
                }
            }
            return table < tables.length;
        }

        /** Whether no table before has the key, nor an earlier row of the same owner. */
        private boolean isFirst(TableRange rows, int at) {
            Object key = tables[table].keyOf(rows, at);
            present.seek(key);
            for (int i = 0; i < table; i++) {
                tables[i].seek();
                if (tables[i].hasKey()) {
                    return false;
                }
            }
            tables[table].seek();
            return tables[table].isFirstOf(rows, at);
        }
    }

    /** What files say of the states that they contain, in order. */
    List<String> states() {
        return stored().stream().map(StateDescription::toString).toList();
    }

    List<StateDescription> stored() {
        return Arrays.stream(tables)
                .map(table -> new StateDescription(table.name, table.kind, present.type()))
                .toList();
    }
}
