package io.sardonyx.worker;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * Bitmap of the task loops that are ready for a turn, beside the array of all loops that workers share, in topological
 * order. Workers find ready loops without a scan of the others.
 *
 * <p>The array never changes: adding or removing a loop makes a new instance. A bit is a hint only; {@link TaskSlot}
 * has the truth, so a stale bit costs one needless turn.
 */
final class ReadyLoops {

    static final ReadyLoops EMPTY = new ReadyLoops();

    private static final VarHandle WORD = MethodHandles.arrayElementVarHandle(long[].class);

    private final TaskSlot[] slots;
    /* Set by any thread, cleared by the worker that begins a turn; atomic per word. */
    private final long[] bits;

    ReadyLoops(TaskSlot... slots) {
        this.slots = slots;
        this.bits = new long[(slots.length + Long.SIZE - 1) / Long.SIZE];
    }

    TaskSlot[] slots() {
        return slots;
    }

    int size() {
        return slots.length;
    }

    TaskSlot slot(int index) {
        return slots[index];
    }

    /** Sets the bit; a read first, so that a bit that is set already costs no write to a shared cache line. */
    void mark(int index) {
        long bit = 1L << index;
        if ((word(index / Long.SIZE) & bit) == 0) {
            long unused = (long) WORD.getAndBitwiseOr(bits, index / Long.SIZE, bit);
        }
    }

    void unmark(int index) {
        long bit = 1L << index;
        if ((word(index / Long.SIZE) & bit) != 0) {
            long unused = (long) WORD.getAndBitwiseAnd(bits, index / Long.SIZE, ~bit);
        }
    }

    private long word(int index) {
        return (long) WORD.getVolatile(bits, index);
    }

    /** The first index from {@code from} on whose bit is set, or -1. */
    int next(int from) {
        if (from >= slots.length) {
            return -1;
        }
        int word = from / Long.SIZE;
        long marked = word(word) & -1L << from;
        while (marked == 0) {
            if (++word == bits.length) {
                return -1;
            }
            marked = word(word);
        }
        return word * Long.SIZE + Long.numberOfTrailingZeros(marked);
    }

    /** Whether a loop is ready that no worker has taken. */
    boolean hasReady() {
        for (int i = next(0); i >= 0; i = next(i + 1)) {
            if (!slots[i].isTaken()) {
                return true;
            }
        }
        return false;
    }
}
