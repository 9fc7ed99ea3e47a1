package io.sardonyx.task;

import java.util.function.LongConsumer;

/**
 * Queue of runs that an output has taken and not settled, as a ring buffer of longs without allocation, since there may
 * be a run for each segment. Each entry has root, ack value, and the settled count from which the run is settled.
 */
final class UnsettledRuns {

    /** Longs per entry. */
    private static final int ENTRIES = 3;

    private static final int FEWEST_RUNS = 16;

    private long[] cells = new long[ENTRIES * FEWEST_RUNS];
    private int first;
    private int size;

    /** @param when number of settled segments from which the run is settled */
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

    /** Whether there is a run and the first one is settled, given the number of settled segments. */
    boolean isFirstSettled(long segments) {
        return size > 0 && cells[first + 2] <= segments;
    }

    /** Root of the first run; the queue must not be empty, as for {@link #value}. */
    long root() {
        return cells[first];
    }

    long value() {
        return cells[first + 1];
    }

    /** Removes the first run. */
    void remove() {
        size -= ENTRIES;
        first = (first + ENTRIES) % cells.length;
    }

    /** Passes on the roots of all runs. */
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
