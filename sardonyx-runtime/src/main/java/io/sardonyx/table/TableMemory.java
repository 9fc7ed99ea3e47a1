package io.sardonyx.table;

import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * Estimate of the heap bytes that a table takes, counted while rows change: its arrays, the keys and values in them,
 * and what its undo logs keep.
 *
 * <p>What comes and goes is measured. Of values that replace others one in sixteen is, by chance, and counts sixteen
 * times, so that hot keys do not weigh more than they take.
 */
final class TableMemory {

    private static final int SAMPLED_BITS = 4;
    private static final int MULTIPLIER = 1_664_525;
    private static final int INCREMENT = 1_013_904_223;

    private static final int ENTRY_KEY_BYTES = 24;
    /* A list of rows, its place in a map, and its owner, as far as it is not shared. */
    private static final int CHAIN_BYTES = 128;

    private final ToLongFunction<Object> size;
    private long rows;
    private long arrays;
    private long objects;
    private long undone;
    private boolean keepsUndo = true;
    private int random = 1;

    /** @param size estimated bytes of a key or value on the heap */
    TableMemory(ToLongFunction<Object> size) {
        this.size = size;
    }

    /** The table is empty. */
    void clear() {
        rows = 0;
        arrays = 0;
        objects = 0;
        undone = 0;
        keepsUndo = true;
    }

    /** So many rows have come that are not removed, or have gone. */
    void rows(int more) {
        rows += more;
    }

    /** Arrays have grown by so many bytes. */
    void arrays(long more) {
        arrays += more;
    }

    /** So many lists of rows of an owner have come, or have gone. */
    void chains(int more) {
        arrays += (long) more * CHAIN_BYTES;
    }

    /** Another object is where one was, or none. */
    void replaced(@Nullable Object before, @Nullable Object after) {
        if (before != null && after != null) {
            random = random * MULTIPLIER + INCREMENT;
            if (random >>> Integer.SIZE - SAMPLED_BITS == 0) {
                objects += size.applyAsLong(after) - size.applyAsLong(before) << SAMPLED_BITS;
            }
        } else {
            objects += after == null ? -bytes(before) : bytes(after);
        }
    }

    private long bytes(@Nullable Object object) {
        if (object instanceof EntryKey key) {
            return ENTRY_KEY_BYTES + size.applyAsLong(key.entry());
        }
        return object == null ? 0 : size.applyAsLong(object);
    }

    /** Bytes that an undo log needs for a row with so many numbers, and a value of usual size if it has one. */
    long undoBytes(int numbers, boolean value) {
        return (long) numbers * Long.BYTES + (value && rows > 0 ? Math.max(0, objects) / rows : 0);
    }

    /** Undo logs have grown by so many bytes. */
    void undone(long more) {
        undone += more;
    }

    /** Whether changes are kept, so that they can be taken back. */
    boolean keepsUndo() {
        return keepsUndo;
    }

    void keepsUndo(boolean keeps) {
        keepsUndo = keeps;
    }

    /** Number of rows that are not removed. */
    long rows() {
        return rows;
    }

    /** Bytes of all rows, without undo logs. */
    long live() {
        return arrays + Math.max(0, objects);
    }

    /** Bytes of undo logs. */
    long undone() {
        return undone;
    }
}
