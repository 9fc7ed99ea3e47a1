package io.sardonyx.table;

import org.jspecify.annotations.Nullable;

/** Key of a row that belongs to an owner: an entry of the owner's map, or an item of its list by its index. */
record EntryKey(Object owner, Object entry) {

    /** Written out, as linking what a record has by itself takes milliseconds of every start. */
    @Override
    public boolean equals(@Nullable Object other) {
        return this == other || other instanceof EntryKey that && owner.equals(that.owner) && entry.equals(that.entry);
    }

    @Override
    public int hashCode() {
        return 31 * owner.hashCode() + entry.hashCode();
    }
}
