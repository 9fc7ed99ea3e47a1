package io.sardonyx.task;

import java.util.function.LongConsumer;

/**
 * A queue of runs that an output has taken, each until so many segments are settled: root, value and that count in one
 * array, since there may be one for each segment.
 */
final class UnsettledRuns {

    private static final int ENTRIES = 3;
    private static final int FEWEST_RUNS = 16;

    private long[] cells = new long[ENTRIES * FEWEST_RUNS];
    private int first;
    private int size;

    /** @param when how many segments are settled by when the run is */
    void add(long root, long value, long when) {
        if (size == cells.length) {
            grow();
        }
        int at = (first + size) % cells.length;
        cells[at] = root;
        cells[at + 1] = value;
        cells[at + 2] = when;
        size += ENTRIES;
    }

    private void grow() {
        var more = new long[2 * cells.length];
        System.arraycopy(cells, first, more, 0, cells.length - first);
        System.arraycopy(cells, 0, more, cells.length - first, first);
        cells = more;
        first = 0;
    }

    boolean isEmpty() {
        return size == 0;
    }

    /** Whether there is a run, and the first is settled when so many segments are. */
    boolean isFirstSettled(long segments) {
        return size > 0 && cells[first + 2] <= segments;
    }

    /** Of the first run, as {@link #value}. */
    long root() {
        return cells[first];
    }

    long value() {
        return cells[first + 1];
    }

    /** Takes the first run out. */
    void remove() {
        size -= ENTRIES;
        first = (first + ENTRIES) % cells.length;
    }

    /** Tells the roots of all. */
    void roots(LongConsumer roots) {
        for (int i = 0; i < size; i += ENTRIES) {
            roots.accept(cells[(first + i) % cells.length]);
        }
    }

    void clear() {
        first = 0;
        size = 0;
    }
}
