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

    /** Hash of an entry's row, by that of its owner; it differs for the entries of one owner. */
    static long hash(long owner, Object entry) {
        long mixed = (owner ^ entry.hashCode()) * 0x9E3779B97F4A7C15L;
        return mixed ^ mixed >>> 32;
    }
}
