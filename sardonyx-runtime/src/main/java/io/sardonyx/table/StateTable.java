package io.sardonyx.table;

import io.sardonyx.serial.BadSegment;
import io.sardonyx.serial.KeyGroups;
import io.sardonyx.serial.SegmentInput;
import io.sardonyx.serial.SegmentOutput;
import io.sardonyx.table.StateTables.Declaration;
import io.sardonyx.table.TableRange.RowListener;
import java.util.Arrays;
import java.util.function.IntPredicate;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * Table of one state of a task at one peer, by key; a subclass is also the handle by which functions see it.
 *
 * <p>It is about the present key. What was changed since the key was sought can be taken back, for a function that
 * throws.
 */
abstract class StateTable implements RowListener {

    /** Number of ranges, of 16 key groups each. */
    static final int RANGES = 256;

    private static final int RANGE_SHIFT = 56;
    private static final int UNKNOWN = -2;
    /* How a row begins in a file: live, removed, or live with the time at which it was last written. */
    private static final int LIVE = 0;
    private static final int REMOVAL = 1;
    private static final int TIMED = 2;

    final String name;
    final StateKind kind;
    final PresentKey present;
    final RowLayout layout;
    final TableMemory memory;
    /* Milliseconds that a row lives after it was written; 0 for ever. */
    private final long ttl;
    private long now;
    /* The first time that was known, at which rows count as written that have none. */
    private long firstTime;
    /* Whether functions may only read, since keys are being given in the end. */
    private boolean readOnly;
    private final @Nullable TableRange[] ranges = new TableRange[RANGES];
    private int generation;
    /* Range and row of the present key, as far as they were looked for since it was sought. */
    private @Nullable TableRange sought;
    private int row;

    /* Something of all rows that were fetched, lest the compiler leaves out to read them. */
    @SuppressWarnings("unused")
    private long fetched;

    StateTable(Declaration declared, PresentKey present, ToLongFunction<Object> size) {
        this.name = declared.name();
        this.kind = declared.kind();
        this.present = present;
        this.ttl = declared.ttlMillis();
        this.layout = declared.layout(present.type().isNumber());
        this.memory = new TableMemory(size);
    }

    static int rangeOf(long hash) {
        return (int) (hash >>> RANGE_SHIFT);
    }

    /** Whether rows expire. */
    final boolean isTimed() {
        return ttl != 0;
    }

    /**
     * The time is from now on, in milliseconds: at which rows are written, and by which they expire.
     *
     * @param millis 0 while it is not known; then none expire
     */
    final void now(long millis) {
        if (now == 0) {
            firstTime = millis;
        }
        now = millis;
    }

    private long age(long written) {
        return now - (written == 0 ? firstTime : written);
    }

    /** Whether a row was not written for as long as rows live. */
    final boolean isExpired(TableRange range, int which) {
        return ttl != 0 && age(range.time(which)) >= ttl;
    }

    /** Whether a range may have rows that have expired, at least so many eighths of their time to live ago. */
    final boolean mayHaveExpired(TableRange range, int eighths) {
        return ttl != 0 && age(range.oldest()) >= ttl + (ttl >> 3) * eighths;
    }

    /** Removes a row that has expired, at most so many with it; returns how many. */
    int expire(TableRange range, int which, int most) {
        remove(range, which);
        return 1;
    }

    /** A check of values that functions give. */
    final ValueCheck storable() {
        return new ValueCheck(present.groups().codecs());
    }

    /**
     * Checks a value before anything changes.
     *
     * @throws UnstorableState if it cannot be stored
     */
    final void check(ValueCheck storable, Object value) {
        try {
            storable.check(value);
        } catch (BadSegment e) {
            throw UnstorableState.value(name, present.key(), e);
        }
    }

    /** Goes to the present key. */
    void seek() {
        sought = null;
        row = UNKNOWN;
    }

    /** Brings the rows of keys that come next into the processor's caches. */
    final void fetch(long[] hashes, int count) {
        if (layout.linked()) {
            return;
        }
        long all = 0;
        for (int i = 0; i < count; i++) {
            TableRange range = ranges[rangeOf(hashes[i])];
            all += range == null ? 0 : range.fetched(hashes[i]);
        }
        fetched = all;
    }

    /** Takes back what was changed since {@link #seek}. */
    abstract void rollBack();

    /** Sets whether functions may only read. */
    final void readOnly(boolean only) {
        readOnly = only;
    }

    /**
     * Called before the first change of the present key by a function.
     *
     * @throws IllegalStateException if functions may only read
     */
    final void willChange() {
        if (readOnly) {
            throw new IllegalStateException("state " + name + " cannot be changed by what atEnd calls, which is called"
                    + " once for each key that has state; let it only read, and give segments");
        }
    }

    /** Adds all that another total is made of: columns, or an accumulator. */
    void merge(Object total) {
        throw new IllegalStateException("state " + name + " is no total");
    }

    @Nullable
    TableRange range(int number) {
        return ranges[number];
    }

    /** The range of the present key, made if there is none. */
    final TableRange range() {
        TableRange known = sought;
        return known == null ? looked() : known;
    }

    private TableRange looked() {
        TableRange range = rangeOrNew(rangeOf(present.hash()));
        sought = range;
        return range;
    }

    /** A range by its number, made if there is none. */
    TableRange rangeOrNew(int number) {
        TableRange found = ranges[number];
        if (found == null) {
            found = new TableRange(layout, generation, memory);
            ranges[number] = found;
        }
        return found;
    }

    /** The row of the present key, if it has one that is not removed; else {@link TableRange#NO_ROW}. */
    final int row() {
        int known = found();
        return known >= 0 && !range().isRemoved(known) ? known : TableRange.NO_ROW;
    }

    private int found() {
        if (row == UNKNOWN) {
            TableRange range = ranges[rangeOf(present.hash())];
            if (range == null) {
                row = TableRange.NO_ROW;
            } else {
                sought = range;
                row = layout.longKeys()
                        ? range.find(present.number(), present.hash())
                        : range.find(present.key(), present.hash());
                removeExpired(range);
            }
        }
        return row;
    }

    private void removeExpired(TableRange range) {
        if (ttl != 0 && row >= 0 && range.isLive(row) && isExpired(range, row)) {
            remove(range, row);
        }
    }

    /** The row of the present key, made if there is none, for a change. */
    final int changing() {
        int changed = touched();
        written(range(), changed);
        return changed;
    }

    /** When a row of the present key was written; 0 if rows have no time. */
    final long timeOf(int which) {
        return ttl == 0 ? 0 : range().time(which);
    }

    /** Sets back the time of a row of the present key. */
    final void timeOf(int which, long millis) {
        if (ttl != 0) {
            range().time(which, millis);
        }
    }

    /** Sets the time of a row that was written. */
    final void written(TableRange range, int which) {
        if (ttl != 0) {
            range.time(which, now);
        }
    }

    private int touched() {
        int known = found();
        TableRange range = range();
        if (known < 0) {
            row = range.insert(present.key(), present.number(), present.hash());
            return row;
        }
        if (!range.isChanged(known)) {
            range.touch(known);
            if (range.isRemoved(known)) {
                range.revive(known);
            }
        }
        return known;
    }

    /** Removes the row of the present key, if there is one. */
    final void removeRow() {
        int known = row();
        if (known >= 0) {
            remove(range(), known);
        }
    }

    /** Removes a row that is not removed. */
    final void remove(TableRange range, int which) {
        range.touch(which);
        vanishing(range, which);
        range.remove(which);
    }

    /** Whether there is anything for the present key. */
    boolean hasKey() {
        return row() >= 0;
    }

    /** Whether a row, which is one of the present key, is its first that has not expired. */
    boolean isFirstOf(TableRange range, int which) {
        return !isExpired(range, which);
    }

    /** Number of rows. */
    final long rowCount() {
        return memory.rows();
    }

    /** Number of keys that have something. */
    long keyCount() {
        return rowCount();
    }

    /** Keeps undo logs no longer, until the next generation. */
    final void dropUndo() {
        memory.keepsUndo(false);
        for (TableRange range : ranges) {
            if (range != null) {
                range.dropUndo();
            }
        }
    }

    /** Empties the table, to be loaded; changes belong to a generation from then on. */
    void reset(int firstGeneration) {
        Arrays.fill(ranges, null);
        memory.clear();
        generation = firstGeneration;
        sought = null;
        row = UNKNOWN;
    }

    /** Begins the generation behind a frozen one in ranges that are made from now on. */
    void generation(int next) {
        generation = next;
        memory.keepsUndo(true);
    }

    void commit(int number) {
        for (TableRange range : ranges) {
            if (range != null) {
                range.commit(number);
            }
        }
        row = UNKNOWN;
    }

    void rewind(int number) {
        for (TableRange range : ranges) {
            if (range != null) {
                range.rewind(number, this);
            }
        }
        generation = number + 1;
        row = UNKNOWN;
    }

    @Override
    public void restored(TableRange range, int which) {}

    @Override
    public void vanishing(TableRange range, int which) {}

    /** The key of a row, as users see it; for entries that of their owner. */
    Object keyOf(TableRange range, int which) {
        return layout.longKeys() ? present.type().boxed(range.longKey(which)) : range.key(which);
    }

    /**
     * Writes a row, or its removal.
     *
     * @throws UnstorableState if its key or its value cannot be stored
     */
    final void write(TableRange range, int which, SegmentOutput out) {
        try {
            writeRow(range, which, out);
        } catch (BadSegment e) {
            throw UnstorableState.value(name, keyOf(range, which), e);
        }
    }

    private void writeRow(TableRange range, int which, SegmentOutput out) {
        boolean removed = range.isRemoved(which);
        out.putSize(removed ? REMOVAL : ttl == 0 ? LIVE : TIMED);
        if (layout.longKeys()) {
            out.putLong(range.longKey(which));
        } else {
            writeKey(range.key(which), out);
        }
        if (!removed) {
            if (ttl != 0) {
                out.putLong(range.time(which));
            }
            writeContent(range, which, out);
        }
    }

    void writeKey(Object key, SegmentOutput out) {
        out.segment(key);
    }

    void writeContent(TableRange range, int which, SegmentOutput out) {
        out.segment(range.value(which));
    }

    /** Reads a row that {@link #write} has written, if its key group is wanted; later ones replace earlier ones. */
    final void read(SegmentInput in, IntPredicate wanted) {
        int state = in.takeUnsigned();
        boolean removed = state == REMOVAL;
        long number = layout.longKeys() ? in.takeLong() : 0;
        Object key = layout.longKeys() ? PresentKey.NONE : readKey(in);
        long hash = layout.longKeys() ? KeyGroups.hash(number) : hashOf(key);
        long written = state == TIMED ? in.takeLong() : 0;
        long time = written == 0 ? now : written;
        long owner = layout.linked() ? present.groups().hash(((EntryKey) key).owner()) : hash;
        if (!wanted.test(KeyGroups.groupOf(owner))) {
            if (!removed) {
                skipContent(in);
            }
            return;
        }
        TableRange range = rangeOrNew(rangeOf(owner));
        int at = layout.longKeys() ? range.find(number, hash) : range.find(key, hash);
        if (removed) {
            unload(range, at);
            return;
        }
        boolean joins = at < 0;
        if (joins) {
            at = range.load(key, number, hash);
        }
        if (ttl != 0) {
            range.time(at, time);
        }
        readContent(range, at, in);
        if (joins) {
            restored(range, at);
        }
    }

    private void unload(TableRange range, int at) {
        if (at >= 0) {
            vanishing(range, at);
            range.unload(at);
        }
    }

    Object readKey(SegmentInput in) {
        return present(in.key());
    }

    long hashOf(Object key) {
        return present.groups().hash(key);
    }

    void readContent(TableRange range, int which, SegmentInput in) {
        range.value(which, present(in.segment()));
    }

    void skipContent(SegmentInput in) {
        in.segment();
    }

    static Object present(@Nullable Object value) {
        if (value == null) {
            throw new DamagedState("a key or value in it is null");
        }
        return value;
    }
}
