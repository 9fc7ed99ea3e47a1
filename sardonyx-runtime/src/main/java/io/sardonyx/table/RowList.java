package io.sardonyx.table;

import java.util.Arrays;

/** Growing list of the numbers of rows without boxing: dirty rows, removed and free ones. */
final class RowList {

    private static final int[] NONE = {};
    private static final int FIRST = 16;

    private int[] rows = NONE;
    private int size;

    void add(int row) {
        if (size == rows.length) {
            rows = Arrays.copyOf(rows, Math.max(FIRST, size + (size >> 1)));
        }
        rows[size++] = row;
    }

    int at(int index) {
        return rows[index];
    }

    /** Removes and returns the last row. */
    int removeLast() {
        return rows[--size];
    }

    int size() {
        return size;
    }

    boolean isEmpty() {
        return size == 0;
    }
}
