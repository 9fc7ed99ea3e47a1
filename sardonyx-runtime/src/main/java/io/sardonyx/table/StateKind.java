package io.sardonyx.table;

import io.sardonyx.state.DoubleTotal;
import io.sardonyx.state.Entries;
import io.sardonyx.state.Items;
import io.sardonyx.state.LongTotal;
import io.sardonyx.state.Total;
import io.sardonyx.state.Value;

/** Kind of a state, by the type of the argument that a function takes it as. */
public enum StateKind {
    VALUE,
    ENTRIES,
    ITEMS,
    LONG_TOTAL,
    DOUBLE_TOTAL,
    TOTAL;

    /** The kind of state that a function takes as such an argument. */
    public static StateKind of(Class<?> handle) {
        if (handle == Value.class) {
            return VALUE;
        }
        if (handle == Entries.class) {
            return ENTRIES;
        }
        if (handle == Items.class) {
            return ITEMS;
        }
        if (handle == LongTotal.class) {
            return LONG_TOTAL;
        }
        if (handle == DoubleTotal.class) {
            return DOUBLE_TOTAL;
        }
        if (handle == Total.class) {
            return TOTAL;
        }
        throw new IllegalArgumentException(handle + " is no kind of state");
    }

    RowLayout layout(boolean longKeys, boolean timed) {
        return switch (this) {
            case VALUE, TOTAL -> RowLayout.values(longKeys, timed);
            case ENTRIES, ITEMS -> RowLayout.entries(timed);
            case LONG_TOTAL, DOUBLE_TOTAL -> RowLayout.totals(longKeys, timed);
        };
    }
}
