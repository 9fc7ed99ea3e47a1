package io.sardonyx.table;

import io.sardonyx.serial.KeyGroups;
import io.sardonyx.state.Aggregate;
import io.sardonyx.state.DoubleTotal;
import io.sardonyx.state.LongTotal;
import io.sardonyx.state.Total;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * Combiner: adds up totals by key at the sender, for a task that keeps them, until {@link PartialTotals} are taken out.
 *
 * <p>Its handles can only be added to, since the totals of a key are at its owner. Bounded by keys, their bytes and
 * additions. Confined to the thread of the task's turn.
 */
public final class CombiningTable {

    /** A function takes at most so many states. */
    static final int MOST_STATES = 6;

    private static final int MOST_KEYS = 1 << 14;
    private static final int MOST_ADDED = 1 << 20;
    /** As accumulators may grow with each value that is added to them. */
    private static final int MOST_ACCUMULATED = 1 << 16;

    private static final long MOST_BYTES = 1 << 20;
    private static final int FIRST_ROWS = 64;

    private final KeyGroups groups;
    private final ToLongFunction<Object> size;
    private final PartialTotal[] states;
    private final int mostAdded;
    private @Nullable Object[] keys = new Object[FIRST_ROWS];
    private long[] hashes = new long[FIRST_ROWS];
    /* By lower bits of the hash: 0, or the row and one. */
    private int[] index = new int[2 * FIRST_ROWS];
    private int rows;
    private int present;
    private long added;
    private long bytes;

    /** Thrown when a function reads or clears a total, which only the owner of its key can do. */
    public static final class ReadTotal extends IllegalStateException {

        private static final long serialVersionUID = 1;

        ReadTotal(String state) {
            super("state " + state + " is only added to where totals are combined");
        }
    }

    /**
     * @param declared states that are totals
     * @param size estimated bytes of a key on the heap
     */
    public CombiningTable(List<StateTables.Declaration> declared, KeyGroups groups, ToLongFunction<Object> size) {
        this.groups = groups;
        this.size = size;
        this.states = declared.stream().map(CombiningTable::partial).toArray(PartialTotal[]::new);
        boolean grows = declared.stream().anyMatch(state -> state.kind() == StateKind.TOTAL);
        this.mostAdded = grows ? MOST_ACCUMULATED : MOST_ADDED;
    }

    private static PartialTotal partial(StateTables.Declaration state) {
        return switch (state.kind()) {
            case LONG_TOTAL -> new Longs(state.name());
            case DOUBLE_TOTAL -> new Doubles(state.name());
            case TOTAL ->
                new Accumulators(state.name(), Objects.requireNonNull(state.by(), "a total has an aggregate"));
            default -> throw new IllegalArgumentException("state " + state.name() + " is no total");
        };
    }

    /** The handle by which the function sees a state. */
    public Object handle(String name) {
        for (PartialTotal state : states) {
            if (state.name.equals(name)) {
                return state;
            }
        }
        throw new IllegalArgumentException("there is no state " + name);
    }

    /** Makes a key the present one; all handles are about it. */
    public void seek(Object key) {
        // first, as a key that has no hash leaves nothing to take back
        settle();
        present = row(key, groups.hash(key));
        added++;
        for (PartialTotal state : states) {
            state.row = present;
        }
    }

    /** What was added for the present key stays, since it is not the segment of that key that failed. */
    public void settle() {
        for (PartialTotal state : states) {
            state.saved = false;
        }
    }

    private int row(Object key, long hash) {
        int mask = index.length - 1;
        int i = (int) hash & mask;
        for (int slot = index[i]; slot != 0; slot = index[i]) {
            if (hashes[slot - 1] == hash && key.equals(keys[slot - 1])) {
                return slot - 1;
            }
            i = i + 1 & mask;
        }
        if (rows == keys.length) {
            grow();
            return row(key, hash);
        }
        keys[rows] = key;
        hashes[rows] = hash;
        bytes += size.applyAsLong(key);
        index[i] = ++rows;
        return rows - 1;
    }

    private void grow() {
        int capacity = 2 * rows;
        keys = Arrays.copyOf(keys, capacity);
        hashes = Arrays.copyOf(hashes, capacity);
        for (PartialTotal state : states) {
            state.grow(capacity);
        }
        index = new int[2 * capacity];
        for (int row = 0; row < rows; row++) {
            int i = (int) hashes[row] & index.length - 1;
            while (index[i] != 0) {
                i = i + 1 & index.length - 1;
            }
            index[i] = row + 1;
        }
    }

    /** Takes back what was added since the key was sought, for a function that throws. */
    public void rollBack() {
        for (PartialTotal state : states) {
            state.rollBack();
        }
    }

    /** Number of keys. */
    public int size() {
        return rows;
    }

    /** Whether it is time to take the totals out. */
    public boolean isFull() {
        return rows >= MOST_KEYS || added >= mostAdded || bytes >= MOST_BYTES;
    }

    /** The hash of a key by its number. */
    public long hash(int row) {
        return hashes[row];
    }

    /** The totals of a key by its number; null if nothing was added for it. */
    public @Nullable PartialTotals totals(int row) {
        var totals = new @Nullable Object[states.length];
        boolean any = false;
        for (int i = 0; i < states.length; i++) {
            totals[i] = states[i].total(row);
            any |= totals[i] != null;
        }
        return any ? new PartialTotals(Objects.requireNonNull(keys[row]), totals) : null;
    }

    /** Empties it. */
    public void clear() {
        settle();
        Arrays.fill(keys, 0, rows, null);
        Arrays.fill(index, 0);
        for (PartialTotal state : states) {
            state.clear(rows);
        }
        rows = 0;
        added = 0;
        bytes = 0;
    }

    /** Totals of one state, by the number of the key. */
    private abstract static class PartialTotal {

        final String name;
        int row;
        boolean saved;

        PartialTotal(String name) {
            this.name = name;
        }

        abstract void grow(int capacity);

        abstract void rollBack();

        abstract @Nullable Object total(int of);

        abstract void clear(int used);

        final ReadTotal read() {
            return new ReadTotal(name);
        }
    }

    /** Totals in columns of numbers, as {@link TotalTable} has them. */
    private abstract static class Columns extends PartialTotal {

        static final int STRIDE = RowLayout.TOTAL_COLUMNS;

        long[] columns = new long[FIRST_ROWS * STRIDE];
        private final long[] former = new long[STRIDE];

        Columns(String name) {
            super(name);
        }

        /** Where the columns of the present key begin, for a change. */
        final int at() {
            int at = row * STRIDE;
            if (!saved) {
                System.arraycopy(columns, at, former, 0, STRIDE);
                saved = true;
            }
            return at;
        }

        @Override
        final void grow(int capacity) {
            columns = Arrays.copyOf(columns, capacity * STRIDE);
        }

        @Override
        final void rollBack() {
            if (saved) {
                System.arraycopy(former, 0, columns, row * STRIDE, STRIDE);
                saved = false;
            }
        }

        @Override
        final @Nullable Object total(int of) {
            int at = of * STRIDE;
            return columns[at + TotalTable.COUNT] == 0 ? null : Arrays.copyOfRange(columns, at, at + STRIDE);
        }

        @Override
        final void clear(int used) {
            Arrays.fill(columns, 0, used * STRIDE, 0);
        }
    }

    private static final class Longs extends Columns implements LongTotal {

        Longs(String name) {
            super(name);
        }

        @Override
        public void add(long number) {
            int at = at();
            long count = columns[at + TotalTable.COUNT];
            columns[at + TotalTable.SUM] = Math.addExact(columns[at + TotalTable.SUM], number);
            columns[at + TotalTable.COUNT] = count + 1;
            if (count == 0 || number < columns[at + TotalTable.MIN]) {
                columns[at + TotalTable.MIN] = number;
            }
            if (count == 0 || number > columns[at + TotalTable.MAX]) {
                columns[at + TotalTable.MAX] = number;
            }
        }

        @Override
        public long count() {
            throw read();
        }

        @Override
        public void clear() {
            throw read();
        }

        @Override
        public long sum() {
            throw read();
        }

        @Override
        public long min() {
            throw read();
        }

        @Override
        public long max() {
            throw read();
        }
    }

    private static final class Doubles extends Columns implements DoubleTotal {

        Doubles(String name) {
            super(name);
        }

        @Override
        public void add(double number) {
            int at = at();
            boolean first = columns[at + TotalTable.COUNT]++ == 0;
            columns[at + TotalTable.SUM] =
                    Double.doubleToRawLongBits(first ? number : real(at + TotalTable.SUM) + number);
            if (first || number < real(at + TotalTable.MIN)) {
                columns[at + TotalTable.MIN] = Double.doubleToRawLongBits(number);
            }
            if (first || number > real(at + TotalTable.MAX)) {
                columns[at + TotalTable.MAX] = Double.doubleToRawLongBits(number);
            }
        }

        private double real(int at) {
            return Double.longBitsToDouble(columns[at]);
        }

        @Override
        public long count() {
            throw read();
        }

        @Override
        public void clear() {
            throw read();
        }

        @Override
        public double sum() {
            throw read();
        }

        @Override
        public double min() {
            throw read();
        }

        @Override
        public double max() {
            throw read();
        }
    }

    private static final class Accumulators extends PartialTotal implements Total<Object, Object> {

        private final Aggregate<Object, Object, Object> aggregate;
        private @Nullable Object[] values = new Object[FIRST_ROWS];
        private @Nullable Object former;

        Accumulators(String name, Aggregate<Object, Object, Object> aggregate) {
            super(name);
            this.aggregate = aggregate;
        }

        @Override
        public void add(Object value) {
            Object before = values[row];
            Object after = Objects.requireNonNull(
                    aggregate.add(before == null ? aggregate.zero() : before, value),
                    () -> "the aggregate of state " + name + " has made null of a value");
            if (!saved) {
                former = before;
                saved = true;
            }
            values[row] = after;
        }

        @Override
        void grow(int capacity) {
            values = Arrays.copyOf(values, capacity);
        }

        @Override
        void rollBack() {
            if (saved) {
                values[row] = former;
                saved = false;
            }
        }

        @Override
        @Nullable
        Object total(int of) {
            return values[of];
        }

        @Override
        void clear(int used) {
            Arrays.fill(values, 0, used, null);
            former = null;
        }

        @Override
        public Object result() {
            throw read();
        }

        @Override
        public void clear() {
            throw read();
        }
    }
}
