package io.sardonyx.exchange;

import java.util.Arrays;
import java.util.function.LongConsumer;

/**
 * What a task has done with roots of one input: for each the xor of the values it took and gave, or that it failed, or
 * that something of it got lost on its way.
 */
public final class Acks {

    private static final int FEWEST = 4;

    private long[] pairs;
    private int size;
    private long[] failed = {};
    private int failures;
    private long[] lost = {};
    private int losses;

    /** @param capacity how many there will be, as far as one can guess */
    public Acks(int capacity) {
        pairs = new long[2 * Math.max(FEWEST, capacity)];
    }

    /** Adds to the sum of a root; acks of the same root one behind another become one. */
    public void add(long root, long takenAndGiven) {
        if (size > 0 && pairs[2 * size - 2] == root) {
            pairs[2 * size - 1] ^= takenAndGiven;
            return;
        }
        if (2 * size == pairs.length) {
            pairs = Arrays.copyOf(pairs, 2 * pairs.length);
        }
        pairs[2 * size] = root;
        pairs[2 * size + 1] = takenAndGiven;
        size++;
    }

    /** The root shall be emitted again. */
    public void fail(long root) {
        if (failures == failed.length) {
            failed = Arrays.copyOf(failed, Math.max(FEWEST, 2 * failures));
        }
        failed[failures++] = root;
    }

    /** The root shall be emitted again, and nobody's function is to blame. */
    public void lose(long root) {
        if (losses > 0 && lost[losses - 1] == root) {
            return;
        }
        if (losses == lost.length) {
            lost = Arrays.copyOf(lost, Math.max(FEWEST, 2 * losses));
        }
        lost[losses++] = root;
    }

    public boolean isEmpty() {
        return size == 0 && failures == 0 && losses == 0;
    }

    public int size() {
        return size;
    }

    public long root(int index) {
        return pairs[2 * index];
    }

    public long value(int index) {
        return pairs[2 * index + 1];
    }

    public int failures() {
        return failures;
    }

    public long failed(int index) {
        return failed[index];
    }

    public int losses() {
        return losses;
    }

    public long lost(int index) {
        return lost[index];
    }

    /** All roots that it is about. */
    public void roots(LongConsumer consumer) {
        for (int i = 0; i < size; i++) {
            consumer.accept(root(i));
        }
        for (int i = 0; i < failures; i++) {
            consumer.accept(failed[i]);
        }
        for (int i = 0; i < losses; i++) {
            consumer.accept(lost[i]);
        }
    }
}
