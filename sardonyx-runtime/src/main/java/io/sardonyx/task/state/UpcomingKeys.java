package io.sardonyx.task.state;

import io.sardonyx.function.key.KeyFunction;
import io.sardonyx.table.PartialTotals;
import io.sardonyx.table.TaskTables;
import org.jspecify.annotations.Nullable;

/**
 * Keys of the segments that come next, some at a time, whose rows are fetched together: what a processor waits for is
 * memory, and it waits for many rows at once as long as for one. Confined to the thread of the task's turn.
 */
final class UpcomingKeys {

    /** About as many cache lines as a core fetches at the same time. */
    private static final int MOST = 32;

    private static final Object[] NONE = {};

    private final TaskTables tables;
    private final KeyFunction of;
    private final @Nullable Object[] keys = new Object[MOST];
    private final long[] hashes = new long[MOST];
    private int count;
    private int next;
    /* Segments whose keys are not computed yet. */
    private Object[] segments = NONE;
    private int at;
    private int end;

    UpcomingKeys(TaskTables tables, KeyFunction of) {
        this.tables = tables;
        this.of = of;
    }

    /** These segments come next. */
    void announce(Object[] following, int from, int to) {
        count = 0;
        next = 0;
        boolean helps = !tables.isCached();
        segments = helps ? following : NONE;
        at = from;
        end = helps ? to : from;
    }

    /** Takes the key of the next segment; null if it was not announced, or has none. */
    @Nullable
    Object take() {
        if (next == count && at < end) {
            compute();
        }
        return next < count ? keys[next++] : null;
    }

    /** Computes keys up to the first for which that fails: it fails again when its segment is sought, to be told. */
    private void compute() {
        count = 0;
        next = 0;
        int until = Math.min(end, at + MOST);
        try {
            while (at < until) {
                Object segment = segments[at++];
                Object key = segment instanceof PartialTotals totals ? totals.key() : of.key(segment);
                hashes[count] = tables.hash(key);
                keys[count++] = key;
            }
        } catch (Throwable toldWhenItIsSought) {
            at -= count == 0 ? 0 : 1;
        }
        tables.fetch(hashes, count);
    }
}
