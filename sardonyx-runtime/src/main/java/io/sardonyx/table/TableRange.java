package io.sardonyx.table;

import io.sardonyx.serial.KeyGroups;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Rows of a table whose keys are in one range of key groups, with an index of their own, so that nothing ever rehashes
 * a large table at once.
 *
 * <p>A row keeps its number while it lives. It has the generation in which it was last changed, the number of the
 * checkpoint that will contain the change, or 0 once it is written. The first change of a row in a generation
 *
 * <ol>
 *   <li>writes the row as it was, if a checkpoint is being written that needs it;
 *   <li>adds what it was to the undo log of the generation;
 *   <li>adds it to the dirty rows of the generation.
 * </ol>
 *
 * A removed row keeps its number and its place in the index until the checkpoint that has the removal is complete.
 */
final class TableRange {

    /** Receives rows when they are written to a checkpoint. */
    interface RowWriter {

        /** Writes a row as it is, or its removal. */
        void write(TableRange range, int row);
    }

    static final int NO_ROW = -1;

    private static final int PAGE_BITS = 10;
    private static final int PAGE_ROWS = 1 << PAGE_BITS;
    private static final int FIRST_ROWS = 8;
    private static final int TAG_SHIFT = 24;
    private static final long REMOVED = 1L << 62;
    private static final long FREE = 1L << 61;
    /* Whether the undo log of the row's generation lists it as removed, however often it came back since. */
    private static final long LISTED = 1L << 60;
    private static final long GENERATION = 0xFFFF_FFFFL;
    /* Kinds of undo entries, above the row's number: it had a value, it was not there, it was removed. */
    private static final long WAS_VALUE = 0;
    private static final long WAS_ABSENT = 1L << 32;
    private static final long WAS_REMOVED = 2L << 32;
    /* Most of the index that is used before it grows, in eighths. */
    private static final int FULL_EIGHTHS = 6;
    private static final int REFERENCE_BYTES = 4;

    private final RowLayout layout;
    private final TableMemory memory;
    private final int stride;
    private final int objects;
    private long[][] longs = new long[1][];
    private @Nullable Object[][] things = new Object[1][];
    /*
     * By lower bits of the hash: 0, or the row's number and one in as many bits as an index has, and other bits of the
     * hash above, so that a search hardly ever looks at the row of another key. Fewer rows than slots, so it fits.
     */
    private int[] index = new int[2 * FIRST_ROWS];
    /* Rows that were ever used; those that are free are listed. */
    private int used;
    private int indexed;
    private final RowList free = new RowList();

    private int generation;
    private RowList dirty = new RowList();
    private final List<UndoLog> undos = new ArrayList<>();

    /* The checkpoint that is being written, with the rows that it has to contain; 0 if there is none. */
    private int frozen;
    private boolean whole;
    private RowList frozenDirty = new RowList();
    private int frozenUsed;
    private int cursor;
    /* No later than the oldest time of a row that is not removed; and the oldest one since a sweep began. */
    private long oldest = Long.MAX_VALUE;
    private long sweptOldest = Long.MAX_VALUE;
    private @Nullable RowWriter early;

    TableRange(RowLayout layout, int generation, TableMemory memory) {
        this.layout = layout;
        this.memory = memory;
        this.stride = layout.longStride();
        this.objects = layout.objectStride();
        this.generation = generation;
        longs[0] = new long[FIRST_ROWS * stride];
        things[0] = new Object[FIRST_ROWS * objects];
        memory.arrays(rowBytes(FIRST_ROWS) + (long) index.length * Integer.BYTES);
    }

    private long rowBytes(int rows) {
        return (long) rows * (stride * Long.BYTES + objects * REFERENCE_BYTES);
    }

    /** Number of row numbers; for iteration. */
    int rows() {
        return used;
    }

    boolean isLive(int row) {
        return (meta(row) & (REMOVED | FREE)) == 0;
    }

    boolean isRemoved(int row) {
        return (meta(row) & REMOVED) != 0;
    }

    /** Whether a row is live and was changed in the present generation, so that it may change without more ado. */
    boolean isChanged(int row) {
        return meta(row) == generation;
    }

    private boolean isFree(int row) {
        return (meta(row) & FREE) != 0;
    }

    private long meta(int row) {
        return page(row)[at(row) + 1];
    }

    private void meta(int row, long value) {
        page(row)[at(row) + 1] = value;
    }

    /** The array that has the columns of a row, from {@link #columnsAt} on. */
    long[] page(int row) {
        return longs[row >>> PAGE_BITS];
    }

    private int at(int row) {
        return (row & PAGE_ROWS - 1) * stride;
    }

    int columnsAt(int row) {
        return at(row) + 2;
    }

    /** The key of a row in a table of whole numbers; else the hash of the key. */
    long longKey(int row) {
        return page(row)[at(row)];
    }

    /** The key of a row whose keys are objects. */
    Object key(int row) {
        return Objects.requireNonNull(
                things[row >>> PAGE_BITS][(row & PAGE_ROWS - 1) * objects], "a row that is used has a key");
    }

    long column(int row, int column) {
        return page(row)[at(row) + 2 + column];
    }

    /** Sets a column, of a row that was {@link #touch}ed. */
    void column(int row, int column, long value) {
        page(row)[at(row) + 2 + column] = value;
    }

    @Nullable
    Object value(int row) {
        return things[row >>> PAGE_BITS][(row & PAGE_ROWS - 1) * objects + objects - 1];
    }

    /** Sets the value of a row that was {@link #touch}ed. */
    void value(int row, @Nullable Object value) {
        @Nullable Object[] page = things[row >>> PAGE_BITS];
        int at = (row & PAGE_ROWS - 1) * objects + objects - 1;
        memory.replaced(page[at], value);
        page[at] = value;
    }

    /** Time at which a row was last written, in a table that keeps it. */
    long time(int row) {
        return page(row)[columnsAt(row) + layout.columns()];
    }

    /** Sets the time of a row that was {@link #touch}ed. */
    void time(int row, long millis) {
        page(row)[columnsAt(row) + layout.columns()] = millis;
        oldest = Math.min(oldest, millis);
        sweptOldest = Math.min(sweptOldest, millis);
    }

    /** No row that is not removed has an older time. */
    long oldest() {
        return oldest;
    }

    /** Begins a sweep, in which {@link #sweptPast} is told of each row that is not removed. */
    void beginSweep() {
        sweptOldest = Long.MAX_VALUE;
    }

    void sweptPast(int row) {
        sweptOldest = Math.min(sweptOldest, time(row));
    }

    void endSweep() {
        oldest = sweptOldest;
    }

    /** Links of a row in the chain of its owner. */
    long links(int row) {
        return page(row)[at(row) + stride - 1];
    }

    void links(int row, long links) {
        page(row)[at(row) + stride - 1] = links;
    }

    private long hashOf(int row) {
        return layout.longKeys() ? KeyGroups.hash(longKey(row)) : longKey(row);
    }

    /** The row of a key, removed ones included, or {@link #NO_ROW}. */
    int find(long key, long hash) {
        int mask = index.length - 1;
        int tag = tag(hash);
        for (int i = (int) hash & mask; ; i = i + 1 & mask) {
            int slot = index[i];
            if (slot == 0) {
                return NO_ROW;
            }
            int row = (slot & mask) - 1;
            if (((slot ^ tag) & ~mask) == 0 && page(row)[at(row)] == key) {
                return row;
            }
        }
    }

    /** The row of a key, removed ones included, or {@link #NO_ROW}. */
    int find(Object key, long hash) {
        int mask = index.length - 1;
        int tag = tag(hash);
        for (int i = (int) hash & mask; ; i = i + 1 & mask) {
            int slot = index[i];
            if (slot == 0) {
                return NO_ROW;
            }
            int row = (slot & mask) - 1;
            if (((slot ^ tag) & ~mask) == 0 && page(row)[at(row)] == hash && key(row).equals(key)) {
                return row;
            }
        }
    }

    /** Reads the row where a key is most likely, and a text that is its key; returns something made of them. */
    long fetched(long hash) {
        int row = (index[(int) hash & index.length - 1] & index.length - 1) - 1;
        if (row < 0) {
            return 0;
        }
        long all = page(row)[at(row)] + page(row)[at(row) + stride - 1];
        Object key = layout.longKeys() ? null : things[row >>> PAGE_BITS][(row & PAGE_ROWS - 1) * objects];
        return key instanceof String text ? all + text.length() : all;
    }

    /** Bits of a hash that tell neither the range nor, but for huge ones, the place in the index. */
    private static int tag(long hash) {
        return (int) (hash >>> TAG_SHIFT);
    }

    /** Adds a row for a key that has none, as a change of the present generation; its columns are zero. */
    int insert(@Nullable Object key, long longKey, long hash) {
        int row = place(key, longKey, hash);
        meta(row, generation);
        if (memory.keepsUndo()) {
            UndoLog undo = undo();
            undo.log.add(WAS_ABSENT | row);
            undo.grown(1, false);
        }
        dirty.add(row);
        return row;
    }

    /** Adds a row that is read from a checkpoint, so that it is no change. */
    int load(@Nullable Object key, long longKey, long hash) {
        int row = place(key, longKey, hash);
        meta(row, 0);
        return row;
    }

    /** Drops a row that was read from a checkpoint, because a later one has removed it. */
    void unload(int row) {
        memory.rows(-1);
        free(row);
    }

    private int place(@Nullable Object key, long longKey, long hash) {
        if ((indexed + 1) * 8L > (long) index.length * FULL_EIGHTHS) {
            growIndex();
        }
        int row = free.isEmpty() ? next() : free.removeLast();
        long[] page = page(row);
        int at = at(row);
        Arrays.fill(page, at, at + stride, 0);
        page[at] = layout.longKeys() ? longKey : hash;
        if (!layout.longKeys()) {
            things[row >>> PAGE_BITS][(row & PAGE_ROWS - 1) * objects] = key;
            memory.replaced(null, key);
        }
        enter(row, hash);
        indexed++;
        memory.rows(1);
        return row;
    }

    private int next() {
        int page = used >>> PAGE_BITS;
        if (page == longs.length) {
            longs = Arrays.copyOf(longs, page + 1);
            things = Arrays.copyOf(things, page + 1);
            longs[page] = new long[PAGE_ROWS * stride];
            things[page] = new Object[PAGE_ROWS * objects];
            memory.arrays(rowBytes(PAGE_ROWS));
        } else if (page == 0 && used * stride == longs[0].length) {
            int rows = Math.min(PAGE_ROWS, 2 * used);
            memory.arrays(rowBytes(rows - used));
            longs[0] = Arrays.copyOf(longs[0], rows * stride);
            things[0] = Arrays.copyOf(things[0], rows * objects);
        }
        return used++;
    }

    private void enter(int row, long hash) {
        int mask = index.length - 1;
        int i = (int) hash & mask;
        while (index[i] != 0) {
            i = i + 1 & mask;
        }
        index[i] = tag(hash) & ~mask | row + 1;
    }

    private void growIndex() {
        memory.arrays((long) index.length * Integer.BYTES);
        index = new int[2 * index.length];
        for (int row = 0; row < used; row++) {
            if (!isFree(row)) {
                enter(row, hashOf(row));
            }
        }
    }

    /** Takes a row out of the index and frees its number. */
    private void free(int row) {
        int mask = index.length - 1;
        int hole = (int) hashOf(row) & mask;
        while ((index[hole] & mask) != row + 1) {
            hole = hole + 1 & mask;
        }
        index[hole] = 0;
        for (int i = hole + 1 & mask; index[i] != 0; i = i + 1 & mask) {
            int home = (int) hashOf((index[i] & mask) - 1) & mask;
            // it may move back to the hole unless its home is behind the hole, up to where it is
            if ((i - home & mask) >= (i - hole & mask)) {
                index[hole] = index[i];
                index[i] = 0;
                hole = i;
            }
        }
        indexed--;
        meta(row, FREE);
        int end = ((row & PAGE_ROWS - 1) + 1) * objects;
        for (int i = end - objects; i < end; i++) {
            memory.replaced(things[row >>> PAGE_BITS][i], null);
            things[row >>> PAGE_BITS][i] = null;
        }
        free.add(row);
    }

    /** Prepares a row for a change in the present generation. */
    void touch(int row) {
        if ((int) meta(row) != generation) {
            change(row);
        }
    }

    private void change(int row) {
        long meta = meta(row);
        RowWriter writer = early;
        if (writer != null && (whole ? row >= cursor && row < frozenUsed : (int) meta == frozen)) {
            if ((meta & REMOVED) == 0 || !whole) {
                writer.write(this, row);
            }
        }
        if (memory.keepsUndo()) {
            keep(row, meta);
        }
        meta(row, meta & ~(GENERATION | LISTED) | generation);
        dirty.add(row);
    }

    /** Adds a row to the undo log as it is. */
    private void keep(int row, long meta) {
        UndoLog undo = undo();
        if ((meta & REMOVED) != 0) {
            undo.log.add(WAS_REMOVED | row);
            undo.grown(1, false);
        } else {
            for (int i = 0; i < layout.undoneColumns(); i++) {
                undo.log.add(column(row, i));
            }
            if (layout.values()) {
                undo.addValue(value(row));
            }
            undo.log.add(WAS_VALUE | row);
            undo.grown(1 + layout.undoneColumns(), layout.values());
        }
    }

    private UndoLog undo() {
        if (undos.isEmpty() || undos.get(undos.size() - 1).generation != generation) {
            undos.add(new UndoLog(generation, memory));
        }
        return undos.get(undos.size() - 1);
    }

    /** Removes a row that is live and {@link #touch}ed. */
    void remove(int row) {
        long meta = meta(row);
        meta(row, meta | REMOVED | LISTED);
        if (layout.values()) {
            value(row, null);
        }
        memory.rows(-1);
        if ((meta & LISTED) == 0) {
            undo().addRemoved(row);
        }
    }

    /** Brings a removed row back that is {@link #touch}ed; its columns are zero. */
    void revive(int row) {
        meta(row, meta(row) & ~REMOVED);
        for (int i = 0; i < layout.columns(); i++) {
            column(row, i, 0);
        }
        memory.rows(1);
    }

    /** Whether anything was changed since the last {@link #freeze}. */
    boolean isDirty() {
        return !dirty.isEmpty();
    }

    int dirtyRows() {
        return dirty.size();
    }

    /**
     * Begins the next generation; what the present one has changed, or all rows, is to be written as it is now.
     *
     * @param all whether to write all rows
     * @param writer receives rows that change before {@link #write} has come to them
     */
    void freeze(boolean all, RowWriter writer) {
        frozen = generation;
        whole = all;
        frozenDirty = dirty;
        dirty = new RowList();
        frozenUsed = used;
        cursor = 0;
        early = writer;
        generation++;
    }

    /** Whether rows of the frozen generation may still be to be written. */
    boolean isFrozen() {
        return early != null;
    }

    /**
     * Writes some of the rows that belong to the frozen generation and are not written; how many rows it looked at.
     *
     * @param most rows to look at
     */
    int write(int most, RowWriter writer) {
        if (early == null) {
            return 0;
        }
        int from = cursor;
        int end = whole ? frozenUsed : frozenDirty.size();
        int stop = (int) Math.min(end, (long) cursor + most);
        while (cursor < stop) {
            int row = whole ? cursor : frozenDirty.at(cursor);
            cursor++;
            long meta = meta(row);
            int stamp = (int) meta;
            boolean due = whole ? stamp != generation && (meta & FREE) == 0 : stamp == frozen;
            if (due) {
                if ((meta & REMOVED) == 0 || !whole) {
                    writer.write(this, row);
                }
                meta(row, meta & ~GENERATION);
            }
        }
        if (cursor == end) {
            early = null;
            frozenDirty = new RowList();
        }
        return stop - from;
    }

    /** Forgets how to undo a checkpoint that is complete and all before it, and frees the rows that it has removed. */
    void commit(int number) {
        while (!undos.isEmpty() && undos.get(0).generation <= number) {
            UndoLog done = undos.remove(0);
            done.forget();
            RowList removed = done.removed();
            for (int i = 0; i < removed.size(); i++) {
                freeIfRemoved(removed.at(i));
            }
        }
    }

    /** Forgets how to undo what is not committed; rows that are removed are still freed by a {@link #commit}. */
    void dropUndo() {
        undos.forEach(UndoLog::clear);
    }

    private void freeIfRemoved(int row) {
        long meta = meta(row);
        if ((meta & REMOVED) != 0 && (int) meta == 0) {
            free(row);
        }
    }

    /** Listener for rows that come and go while changes are taken back. */
    interface RowListener {

        void restored(TableRange range, int row);

        void vanishing(TableRange range, int row);
    }

    /** Takes all changes back that were made after a checkpoint, and goes on with the generation behind it. */
    void rewind(int number, RowListener listener) {
        early = null;
        frozenDirty = new RowList();
        dirty = new RowList();
        var removedAgain = new RowList();
        while (!undos.isEmpty() && undos.get(undos.size() - 1).generation > number) {
            UndoLog last = undos.remove(undos.size() - 1);
            last.forget();
            undo(last, removedAgain, listener);
        }
        for (int i = 0; i < removedAgain.size(); i++) {
            int row = removedAgain.at(i);
            if (!isFree(row)) {
                freeIfRemoved(row);
            }
        }
        generation = number + 1;
    }

    private void undo(UndoLog undo, RowList removedAgain, RowListener listener) {
        while (!undo.log.isEmpty()) {
            long entry = undo.log.removeLast();
            int row = (int) entry;
            boolean wasLive = isLive(row);
            long kind = entry & ~GENERATION;
            if (kind == WAS_VALUE) {
                restore(row, wasLive, undo, listener);
                continue;
            }
            if (wasLive) {
                listener.vanishing(this, row);
                memory.rows(-1);
            }
            if (kind == WAS_ABSENT) {
                free(row);
            } else {
                meta(row, REMOVED);
                if (layout.values()) {
                    value(row, null);
                }
                removedAgain.add(row);
            }
        }
    }

    private void restore(int row, boolean wasLive, UndoLog undo, RowListener listener) {
        for (int i = layout.undoneColumns() - 1; i >= 0; i--) {
            column(row, i, undo.log.removeLast());
        }
        if (layout.timed()) {
            time(row, time(row));
        }
        if (layout.values()) {
            value(row, undo.removeValue());
        }
        meta(row, 0);
        if (!wasLive) {
            memory.rows(1);
            listener.restored(this, row);
        }
    }
}
