package io.sardonyx.testkit.explore;

/** Open-addressing hash map from non-zero longs to ints, with linear probing: 12 bytes per slot, no boxing. */
final class LongIntTable {

    /** Load factor at which the table doubles. */
    private static final double FULL = 0.6;

    private long[] keys = new long[1 << 16];
    private int[] values = new int[1 << 16];
    private int size;

    /** The value of {@code key}, or -1 when absent. */
    int get(long key) {
        int slot = slot(keys, key);
        return keys[slot] == key ? values[slot] : -1;
    }

    /** Returns the value of {@code key}; when absent, puts {@code value} and returns -1. */
    int putIfAbsent(long key, int value) {
        int slot = slot(keys, key);
        if (keys[slot] == key) {
            return values[slot];
        }
        keys[slot] = key;
        values[slot] = value;
        if (++size > keys.length * FULL) {
            grow();
        }
        return -1;
    }

    private static int slot(long[] keys, long key) {
        int mask = keys.length - 1;
        int slot = (int) (mix(key) >>> 20) & mask;
        while (keys[slot] != 0 && keys[slot] != key) {
            slot = (slot + 1) & mask;
        }
        return slot;
    }

    /** Mixes the bits of a key. */
    static long mix(long key) {
        long h = (key ^ key >>> 32) * 0x9E3779B97F4A7C15L;
        h = (h ^ h >>> 29) * 0xBF58476D1CE4E5B9L;
        return h ^ h >>> 32;
    }

    private void grow() {
        long[] oldKeys = keys;
        int[] oldValues = values;
        keys = new long[oldKeys.length * 2];
        values = new int[keys.length];
        for (int i = 0; i < oldKeys.length; i++) {
            if (oldKeys[i] != 0) {
                int slot = slot(keys, oldKeys[i]);
                keys[slot] = oldKeys[i];
                values[slot] = oldValues[i];
            }
        }
    }

    int size() {
        return size;
    }
}
