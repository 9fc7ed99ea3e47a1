package io.sardonyx.task.output;

import java.util.function.LongConsumer;

/**
 * Queue of runs that an output has taken and not settled, as a ring buffer of longs without allocation, since there may
 * be a run for each segment. Each entry has root, ack value, and the settled count from which the run is settled.
 */
final class UnsettledRuns {

    /** Longs per entry. */
    private static final int ENTRIES = 3;

    private static final int FEWEST_RUNS = 16;

    /* A power of two runs; the run at an index, counted since the beginning, is at that index modulo their number. */
    private long[] cells = new long[ENTRIES * FEWEST_RUNS];
    private int mask = FEWEST_RUNS - 1;
    /* Indexes of the first run and behind the last; they wrap. */
    private int first;
    private int end;

    /** @param when number of settled segments from which the run is settled */
    void add(long root, long value, long when) {
        if (end - first > mask) {
            grow();
        }
        int at = cell(end++);
        cells[at] = root;
        cells[at + 1] = value;
        cells[at + 2] = when;
    }

    private int cell(int index) {
        return (index & mask) * ENTRIES;
    }

    private void grow() {
        var more = new long[2 * cells.length];
        int start = cell(first);
        System.arraycopy(cells, start, more, 0, cells.length - start);
        System.arraycopy(cells, 0, more, cells.length - start, start);
        end -= first;
        first = 0;
        cells = more;
        mask = 2 * mask + 1;
    }

    boolean isEmpty() {
        return end == first;
    }

    /** Whether there is a run and the first one is settled, given the number of settled segments. */
    boolean isFirstSettled(long segments) {
        return end != first && cells[cell(first) + 2] <= segments;
    }

    /** Root of the first run; the queue must not be empty, as for {@link #value}. */
    long root() {
        return cells[cell(first)];
    }

    long value() {
        return cells[cell(first) + 1];
    }

    /** Removes the first run. */
    void remove() {
        first++;
    }

    /** Passes on the roots of all runs. */
    void roots(LongConsumer roots) {
        for (int i = first; i != end; i++) {
            roots.accept(cells[cell(i)]);
        }
    }

    void clear() {
        first = 0;
        end = 0;
    }
}
