package io.sardonyx.table;

import io.sardonyx.serial.Codecs;
import io.sardonyx.serial.SegmentInput;
import io.sardonyx.serial.SegmentOutput;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Partial totals of a key: what several segments add to its state, sent as one segment instead of them.
 *
 * <p>Immutable; for each state, in the order in which the function takes them, the columns of a total of numbers, an
 * accumulator, or null if nothing was added.
 */
public final class PartialTotals {

    private static final int NOTHING = 0;
    private static final int COLUMNS = 1;
    private static final int ACCUMULATOR = 2;

    private final Object key;
    private final @Nullable Object[] totals;

    PartialTotals(Object key, @Nullable Object[] totals) {
        this.key = key;
        this.totals = totals;
    }

    /** Registers how they are serialized, for a job with a task whose totals are combined. */
    public static void register(Codecs.Builder codecs) {
        codecs.register(PartialTotals.class, "io.sardonyx.PartialTotals", PartialTotals::write, PartialTotals::read);
    }

    public Object key() {
        return key;
    }

    int states() {
        return totals.length;
    }

    @Nullable
    Object total(int state) {
        return totals[state];
    }

    private void write(SegmentOutput out) {
        out.put(key);
        out.putSize(totals.length);
        for (Object total : totals) {
            if (total == null) {
                out.putSize(NOTHING);
            } else if (total instanceof long[] columns) {
                out.putSize(COLUMNS);
                for (long column : columns) {
                    out.putLong(column);
                }
            } else {
                out.putSize(ACCUMULATOR);
                out.put(total);
            }
        }
    }

    private static PartialTotals read(SegmentInput in) {
        Object key = Objects.requireNonNull(in.take(), "partial totals have a key");
        int states = in.takeUnsigned();
        if (states > CombiningTable.MOST_STATES) {
            throw new IllegalArgumentException("partial totals have " + states + " states");
        }
        var totals = new @Nullable Object[states];
        for (int i = 0; i < states; i++) {
            int kind = in.takeUnsigned();
            if (kind == COLUMNS) {
                var columns = new long[RowLayout.TOTAL_COLUMNS];
                for (int column = 0; column < columns.length; column++) {
                    columns[column] = in.takeLong();
                }
                totals[i] = columns;
            } else if (kind == ACCUMULATOR) {
                totals[i] = Objects.requireNonNull(in.take(), "an accumulator is something");
            } else if (kind != NOTHING) {
                throw new IllegalArgumentException("partial totals have a total of kind " + kind);
            }
        }
        return new PartialTotals(key, totals);
    }
}
