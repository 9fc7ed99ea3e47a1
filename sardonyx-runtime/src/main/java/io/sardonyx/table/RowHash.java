package io.sardonyx.table;

import io.sardonyx.serial.KeyGroups;

/** Hash codes of keys: that of the key group, whose lower bits find rows in the index of a range. */
final class RowHash {

    private RowHash() {}

    static long of(long key) {
        return KeyGroups.hash(key);
    }

    /** The hash of an entry of an owner; it differs for the entries of one owner. */
    static long of(long owner, Object entry) {
        long mixed = (owner ^ entry.hashCode()) * 0x9E3779B97F4A7C15L;
        return mixed ^ mixed >>> 32;
    }
}
