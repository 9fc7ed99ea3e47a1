package io.sardonyx.flow;

/** A growing set of hashes of states; ten million of them would not fit as objects. */
final class LongSet {

    private long[] slots = new long[1 << 12];
    private int size;

    /** Whether the hash is new. Zero stands for an empty slot and is taken as one. */
    boolean add(long hash) {
        long key = hash == 0 ? 1 : hash;
        if (size * 2 > slots.length) {
            grow();
        }
        if (!insert(key)) {
            return false;
        }
        size++;
        return true;
    }

    private boolean insert(long key) {
        int mask = slots.length - 1;
        int slot = (int) key & mask;
        while (slots[slot] != 0) {
            if (slots[slot] == key) {
                return false;
            }
            slot = slot + 1 & mask;
        }
        slots[slot] = key;
        return true;
    }

    private void grow() {
        long[] old = slots;
        slots = new long[old.length * 2];
        for (long key : old) {
            if (key != 0) {
                insert(key);
            }
        }
    }

    int size() {
        return size;
    }
}
