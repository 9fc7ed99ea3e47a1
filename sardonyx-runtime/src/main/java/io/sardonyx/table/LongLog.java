package io.sardonyx.table;

import java.util.Arrays;

/** Growing list of longs without boxing, for undo logs. */
final class LongLog {

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
