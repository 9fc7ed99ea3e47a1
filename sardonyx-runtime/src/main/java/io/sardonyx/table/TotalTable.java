package io.sardonyx.table;

import io.sardonyx.serial.SegmentInput;
import io.sardonyx.serial.SegmentOutput;
import io.sardonyx.table.StateTables.Declaration;
import java.util.function.ToLongFunction;

/** Table of running totals for each key, in numeric columns: count, sum, min and max. */
abstract class TotalTable extends StateTable {

    static final int COUNT = 0;
    static final int SUM = 1;
    static final int MIN = 2;
    static final int MAX = 3;

    private final long[] former = new long[layout.undoneColumns()];
    private boolean saved;
    private boolean existed;

    TotalTable(Declaration declared, PresentKey present, ToLongFunction<Object> size) {
        super(declared, present, size);
    }

    @Override
    void seek() {
        super.seek();
        saved = false;
    }

    private void save(int row) {
        willChange();
        saved = true;
        existed = row >= 0;
        if (existed) {
            TableRange range = range();
            System.arraycopy(range.page(row), range.columnsAt(row), former, 0, former.length);
        }
    }

    /** The row of the present key for a change; a new one has a count of zero. */
    final int forChange() {
        if (!saved) {
            save(row());
        }
        return changing();
    }

    public final void clear() {
        if (!saved) {
            save(row());
        }
        removeRow();
    }

    @Override
    final void rollBack() {
        if (!saved) {
            return;
        }
        saved = false;
        if (!existed) {
            removeRow();
            return;
        }
        int row = changing();
        TableRange range = range();
        System.arraycopy(former, 0, range.page(row), range.columnsAt(row), former.length);
    }

    final long column(int column, long otherwise) {
        int row = row();
        return row < 0 ? otherwise : range().column(row, column);
    }

    public final long count() {
        return column(COUNT, 0);
    }

    @Override
    final void writeContent(TableRange range, int which, SegmentOutput out) {
        for (int i = 0; i < RowLayout.TOTAL_COLUMNS; i++) {
            writeColumn(range.column(which, i), i, out);
        }
    }

    @Override
    final void readContent(TableRange range, int which, SegmentInput in) {
        for (int i = 0; i < RowLayout.TOTAL_COLUMNS; i++) {
            range.column(which, i, readColumn(i, in));
        }
    }

    @Override
    final void skipContent(SegmentInput in) {
        for (int i = 0; i < RowLayout.TOTAL_COLUMNS; i++) {
            readColumn(i, in);
        }
    }

    abstract void writeColumn(long value, int column, SegmentOutput out);

    abstract long readColumn(int column, SegmentInput in);

    /** Totals of whole numbers. */
    static final class Longs extends TotalTable implements io.sardonyx.state.LongTotal {

        Longs(Declaration declared, PresentKey present, ToLongFunction<Object> size) {
            super(declared, present, size);
        }

        @Override
        public void add(long number) {
            merge(1, number, number, number);
        }

        @Override
        void merge(Object total) {
            var columns = (long[]) total;
            merge(columns[COUNT], columns[SUM], columns[MIN], columns[MAX]);
        }

        private void merge(long count, long sum, long min, long max) {
            int row = forChange();
            TableRange range = range();
            long[] page = range.page(row);
            int at = range.columnsAt(row);
            long before = page[at + COUNT];
            page[at + SUM] = Math.addExact(page[at + SUM], sum);
            page[at + COUNT] = before + count;
            if (before == 0 || min < page[at + MIN]) {
                page[at + MIN] = min;
            }
            if (before == 0 || max > page[at + MAX]) {
                page[at + MAX] = max;
            }
        }

        @Override
        public long sum() {
            return column(SUM, 0);
        }

        @Override
        public long min() {
            return column(MIN, Long.MAX_VALUE);
        }

        @Override
        public long max() {
            return column(MAX, Long.MIN_VALUE);
        }

        @Override
        void writeColumn(long value, int column, SegmentOutput out) {
            out.putLong(value);
        }

        @Override
        long readColumn(int column, SegmentInput in) {
            return in.takeLong();
        }
    }

    /** Totals of real numbers, whose bits are in the columns. */
    static final class Doubles extends TotalTable implements io.sardonyx.state.DoubleTotal {

        Doubles(Declaration declared, PresentKey present, ToLongFunction<Object> size) {
            super(declared, present, size);
        }

        @Override
        public void add(double number) {
            merge(1, number, number, number);
        }

        @Override
        void merge(Object total) {
            var columns = (long[]) total;
            merge(columns[COUNT], real(columns[SUM]), real(columns[MIN]), real(columns[MAX]));
        }

        private void merge(long count, double sum, double min, double max) {
            int row = forChange();
            TableRange range = range();
            long before = range.column(row, COUNT);
            range.column(row, COUNT, before + count);
            set(range, row, SUM, before == 0 ? sum : real(range.column(row, SUM)) + sum);
            if (before == 0 || min < real(range.column(row, MIN))) {
                set(range, row, MIN, min);
            }
            if (before == 0 || max > real(range.column(row, MAX))) {
                set(range, row, MAX, max);
            }
        }

        private static void set(TableRange range, int row, int column, double value) {
            range.column(row, column, Double.doubleToRawLongBits(value));
        }

        private static double real(long bits) {
            return Double.longBitsToDouble(bits);
        }

        @Override
        public double sum() {
            return real(column(SUM, 0));
        }

        @Override
        public double min() {
            return real(column(MIN, Double.doubleToRawLongBits(Double.POSITIVE_INFINITY)));
        }

        @Override
        public double max() {
            return real(column(MAX, Double.doubleToRawLongBits(Double.NEGATIVE_INFINITY)));
        }

        @Override
        void writeColumn(long value, int column, SegmentOutput out) {
            if (column == COUNT) {
                out.putLong(value);
            } else {
                out.putFixedLong(value);
            }
        }

        @Override
        long readColumn(int column, SegmentInput in) {
            return column == COUNT ? in.takeLong() : in.takeFixedLong();
        }
    }
}
