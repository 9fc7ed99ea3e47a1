package io.sardonyx.table;

/**
 * Layout of the rows of a table: which columns there are beside the generation.
 *
 * @param longKeys whether keys are whole numbers, kept in the row instead of an object
 * @param columns number of numeric columns
 * @param values whether a row has a value that is an object
 * @param linked whether rows belong to an owner, by which they are chained: entries of a map, items of a list
 * @param timed whether a row has the time at which it was last written
 */
record RowLayout(boolean longKeys, int columns, boolean values, boolean linked, boolean timed) {

    /** Columns of a running total: count, sum, min and max. */
    static final int TOTAL_COLUMNS = 4;

    static RowLayout totals(boolean longKeys, boolean timed) {
        return new RowLayout(longKeys, TOTAL_COLUMNS, false, false, timed);
    }

    static RowLayout values(boolean longKeys, boolean timed) {
        return new RowLayout(longKeys, 0, true, false, timed);
    }

    /** One whole number instead of an object. */
    static RowLayout longValues(boolean longKeys, boolean timed) {
        return new RowLayout(longKeys, 1, false, false, timed);
    }

    static RowLayout entries(boolean timed) {
        return new RowLayout(false, 0, true, true, timed);
    }

    /** Longs of a row that an undo log keeps: numeric columns, and the time behind them. */
    int undoneColumns() {
        return columns + (timed ? 1 : 0);
    }

    /** Longs of a row: key or hash, generation and flags, numeric columns, time, and the links of a chain. */
    int longStride() {
        return 2 + undoneColumns() + (linked ? 1 : 0);
    }

    /** Objects of a row: key and value, as far as it has them. */
    int objectStride() {
        return (longKeys ? 0 : 1) + (values ? 1 : 0);
    }
}
