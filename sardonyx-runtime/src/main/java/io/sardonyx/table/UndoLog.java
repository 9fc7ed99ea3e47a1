package io.sardonyx.table;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Undo log of a range: what is undone when a generation is taken back, in order of the changes. */
final class UndoLog {

    /** Growing list of longs without boxing. */
    static final class Longs {

        private static final long[] NONE = {};
        private static final int FIRST = 16;

        private long[] items = NONE;
        private int size;

        void add(long item) {
            if (size == items.length) {
                items = Arrays.copyOf(items, Math.max(FIRST, size + (size >> 1)));
            }
            items[size++] = item;
        }

        /** Removes and returns the last item. */
        long removeLast() {
            return items[--size];
        }

        void clear() {
            items = NONE;
            size = 0;
        }

        boolean isEmpty() {
            return size == 0;
        }
    }

    final int generation;
    /* For each change kind and row, behind the columns if it had a value. */
    final Longs log = new Longs();
    private final TableMemory memory;
    private List<@Nullable Object> values = new ArrayList<>();
    /* Rows that were removed, to be freed when the generation is committed. */
    private final RowList removed = new RowList();
    private long bytes;

    UndoLog(int generation, TableMemory memory) {
        this.generation = generation;
        this.memory = memory;
    }

    void addValue(@Nullable Object value) {
        values.add(value);
    }

    @Nullable
    Object removeValue() {
        return values.remove(values.size() - 1);
    }

    void addRemoved(int row) {
        removed.add(row);
        memory.arrays(Integer.BYTES);
    }

    RowList removed() {
        return removed;
    }

    /** It has grown by so many numbers, and by a value. */
    void grown(int numbers, boolean value) {
        long more = memory.undoBytes(numbers, value);
        bytes += more;
        memory.undone(more);
    }

    /** Forgets all but the rows that were removed. */
    void clear() {
        log.clear();
        values = new ArrayList<>();
        memory.undone(-bytes);
        bytes = 0;
    }

    /** It is no longer kept. */
    void forget() {
        memory.undone(-bytes);
        memory.arrays(-(long) removed.size() * Integer.BYTES);
    }
}
