package io.sardonyx.table;

/**
 * Sweep of expired rows out of the tables of a task: range by range, a slice at a time, over and over.
 *
 * <p>A range is looked through only if a row in it may have expired an eighth of its time to live ago. So each row is
 * looked at about eight times in its time to live, however often a slice is due.
 */
final class ExpirySweep {

    /** What it costs to see that a range has nothing to remove, in rows. */
    private static final int RANGE_COST = 64;

    private final StateTable[] tables;
    private int table;
    private int range;
    private int row;

    ExpirySweep(StateTable[] tables) {
        this.tables = tables;
    }

    /** Begins from the start, as the tables were emptied. */
    void reset() {
        table = 0;
        range = 0;
        row = 0;
    }

    /** Looks at so many rows at most, and removes those that have expired. */
    void next(int most) {
        int left = most;
        while (left > 0) {
            StateTable open = tables[table];
            TableRange rows = open.isTimed() ? open.range(range) : null;
            if (rows == null || row == 0 && !open.mayHaveExpired(rows, 1)) {
                left -= RANGE_COST;
                nextRange();
                continue;
            }
            if (row == 0) {
                rows.beginSweep();
            }
            left = look(open, rows, left);
            if (row >= rows.rows()) {
                rows.endSweep();
                nextRange();
            }
        }
    }

    private int look(StateTable open, TableRange rows, int most) {
        int left = most;
        while (row < rows.rows() && left > 0) {
            int at = row++;
            left--;
            if (rows.isLive(at)) {
                if (open.isExpired(rows, at)) {
                    left -= open.expire(rows, at, Math.max(1, left));
                }
                if (rows.isLive(at)) {
                    rows.sweptPast(at);
                }
            }
        }
        return left;
    }

    private void nextRange() {
        row = 0;
        range++;
        if (range == StateTable.RANGES || !tables[table].isTimed()) {
            range = 0;
            table = (table + 1) % tables.length;
        }
    }
}
