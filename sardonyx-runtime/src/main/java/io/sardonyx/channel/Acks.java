package io.sardonyx.channel;

import java.util.Arrays;
import java.util.function.LongConsumer;

/**
 * What a task has done with roots of one input: for each the xor of the values it took and gave, or that it failed, or
 * that something of it got lost on its way, and how many segments were skipped.
 *
 * <p>A value of zero changes no sum: it is a heartbeat, by which a task says that it is still at work on the root, and
 * a bundle without anything says that its task has work in hand. The other way, from an input to a task, the losses of
 * a bundle are the attempts that the input has abandoned.
 */
public final class Acks {

    private static final int FEWEST = 4;
    private static final int SKIP_ENTRIES = 3;

    private long[] pairs;
    private int size;
    private long[] failed = {};
    private int failures;
    private long[] lost = {};
    private int losses;
    /* Root, task and count of each. */
    private long[] skipped = {};
    private int skips;

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

    /**
     * A task left out segments of the root because they failed, which counts once the root is done.
     *
     * @param task which one, by its index in the job's catalog
     */
    public void skip(long root, int task, long count) {
        if (SKIP_ENTRIES * skips == skipped.length) {
            skipped = Arrays.copyOf(skipped, Math.max(SKIP_ENTRIES * FEWEST, 2 * skipped.length));
        }
        int at = SKIP_ENTRIES * skips++;
        skipped[at] = root;
        skipped[at + 1] = task;
        skipped[at + 2] = count;
    }

    public boolean isEmpty() {
        return size == 0 && failures == 0 && losses == 0 && skips == 0;
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

    public int skips() {
        return skips;
    }

    public long skippedRoot(int index) {
        return skipped[SKIP_ENTRIES * index];
    }

    public int skippedTask(int index) {
        return (int) skipped[SKIP_ENTRIES * index + 1];
    }

    public long skippedCount(int index) {
        return skipped[SKIP_ENTRIES * index + 2];
    }

    /** All roots that cannot get done without it: those of heartbeats can. */
    public void roots(LongConsumer consumer) {
        for (int i = 0; i < size; i++) {
            if (value(i) != 0) {
                consumer.accept(root(i));
            }
        }
        for (int i = 0; i < failures; i++) {
            consumer.accept(failed[i]);
        }
        for (int i = 0; i < losses; i++) {
            consumer.accept(lost[i]);
        }
        for (int i = 0; i < skips; i++) {
            consumer.accept(skippedRoot(i));
        }
    }
}
