package io.sardonyx.channel;

import java.util.Arrays;
import java.util.function.LongConsumer;

/**
 * Bundle of acks from a task to one input: for each root the xor of the values that the task received and sent, the
 * roots that failed, those lost in transit, and how many segments were skipped.
 *
 * <p>In a job with checkpoints a root is all that is read between two marks, its id is the number of the checkpoint,
 * and an ack of zero asks for its mark.
 *
 * <p>An ack of zero changes no xor: it is a heartbeat for the root, and an empty bundle is a heartbeat of a task that
 * has work in hand. In the other direction, from an input to a task, the losses are the attempts that the input has
 * abandoned.
 *
 * <p>Filled by one thread; not changed any more once it was handed to a channel, which publishes it safely.
 */
public final class Acks {

    private static final int FEWEST = 4;
    private static final int SKIP_ENTRIES = 3;
    /* Shared by all bundles, most of which have nothing to report but acks. */
    private static final long[] NONE = {};

    /* Alternating root and value. */
    private long[] pairs;
    private int size;
    private long[] failed = NONE;
    private int failures;
    private long[] lost = NONE;
    private int losses;
    /* Three entries per skip: root, task and count. */
    private long[] skipped = NONE;
    private int skips;
    /* What the task tells of the checkpoint that it acks, else empty. */
    private byte[] words = {};

    /** @param capacity expected number of acks */
    public Acks(int capacity) {
        pairs = new long[2 * Math.max(1, capacity)];
    }

    /** Adds an ack; consecutive acks of the same root are merged. */
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

    /** Reports a root as failed: to be replayed, and counted as a failed attempt. */
    public void fail(long root) {
        if (failures == failed.length) {
            failed = Arrays.copyOf(failed, Math.max(FEWEST, 2 * failures));
        }
        failed[failures++] = root;
    }

    /**
     * Reports a root as lost: to be replayed, but not counted as a failed attempt. Consecutive duplicates are dropped.
     */
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
     * Reports segments of a root that a task skipped because they failed; counted once the root is done.
     *
     * @param task the task's index in the job's catalog
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

    /** Adds what the task tells of the checkpoint that it acks. */
    public void tell(byte[] part) {
        words = part;
    }

    /** What the task tells of the checkpoint that it acks; empty if nothing. Not to be modified. */
    public byte[] words() {
        return words;
    }

    /** Whether it contains nothing, which is a heartbeat if it is sent all the same. */
    public boolean isEmpty() {
        return size == 0 && failures == 0 && losses == 0 && skips == 0;
    }

    /** Number of acks, heartbeats included. */
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

    /** All roots that cannot complete if the bundle is lost; those of heartbeats can. */
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
