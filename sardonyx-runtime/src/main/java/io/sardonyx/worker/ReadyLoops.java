package io.sardonyx.worker;

import java.util.concurrent.atomic.AtomicLongArray;

/**
 * All loops that workers share, in the order in which segments flow, with a bit for each that is ready: nobody walks
 * along the others.
 */
final class ReadyLoops {

    static final ReadyLoops EMPTY = new ReadyLoops();

    private final TaskSlot[] seats;
    private final AtomicLongArray bits;

    ReadyLoops(TaskSlot... seats) {
        this.seats = seats;
        this.bits = new AtomicLongArray((seats.length + Long.SIZE - 1) / Long.SIZE);
    }

    TaskSlot[] seats() {
        return seats;
    }

    int size() {
        return seats.length;
    }

    TaskSlot seat(int index) {
        return seats[index];
    }

    void mark(int index) {
        long bit = 1L << index;
        if ((bits.get(index / Long.SIZE) & bit) == 0) {
            bits.getAndUpdate(index / Long.SIZE, word -> word | bit);
        }
    }

    void unmark(int index) {
        long bit = 1L << index;
        if ((bits.get(index / Long.SIZE) & bit) != 0) {
            bits.getAndUpdate(index / Long.SIZE, word -> word & ~bit);
        }
    }

    /** The first that is marked from there on, or -1. */
    int next(int from) {
        if (from >= seats.length) {
            return -1;
        }
        int word = from / Long.SIZE;
        long marked = bits.get(word) & -1L << from;
        while (marked == 0) {
            if (++word == bits.length()) {
                return -1;
            }
            marked = bits.get(word);
        }
        return word * Long.SIZE + Long.numberOfTrailingZeros(marked);
    }

    /** Whether a loop is ready that no worker has. */
    boolean hasReady() {
        for (int i = next(0); i >= 0; i = next(i + 1)) {
            if (!seats[i].isTaken()) {
                return true;
            }
        }
        return false;
    }
}
