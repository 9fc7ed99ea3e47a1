package io.sardonyx.task;

import io.sardonyx.channel.Acks;
import io.sardonyx.channel.ChannelLimits;
import io.sardonyx.channel.ChannelSender;
import java.util.Arrays;
import java.util.List;
import java.util.function.LongConsumer;

/**
 * Buffers the acks, failures, losses and heartbeats that a task owes to the inputs of its job, one bundle per input,
 * and sends a bundle when it is full, and in every turn.
 *
 * <p>The id of a root has the ordinal of its input among the job's inputs in the upper 16 bits, which is how the buffer
 * finds the input to answer. Confined to the thread of the task's turn.
 *
 * <p>In a job with checkpoints there is one open root, whose acks are summed up here; they go to the keeper with the
 * mark that ends it.
 */
public final class AckBuffer {

    /** Position of the input's ordinal in a root id; the lower 48 bits count attempts. */
    private static final int ORDINAL_SHIFT = 48;

    static final int MOST_INPUTS = 1 << 15;

    /* One sender per input, by ordinal; an input's own acks do not leave the task. */
    private final List<ChannelSender<Acks>> senders;
    private final Acks[] bundles;
    /* The inputs to which a heartbeat is due, by ordinal; reset once it is sent. */
    private final boolean[] beating;
    private final LongConsumer losing = this::lose;
    private final LongConsumer naming = this::name;
    /* Whether the job has checkpoints; then sum and skips are those since the last mark. */
    private final boolean summing;
    private long sum;
    private long skips;
    /* Sum and skips of a root that was held, to be acked when the task has stored its state. */
    private long heldSum;
    private long heldSkips;
    private boolean lost;

    AckBuffer(List<ChannelSender<Acks>> senders) {
        this(senders, false);
    }

    /** @param summing whether the job has checkpoints */
    AckBuffer(List<ChannelSender<Acks>> senders, boolean summing) {
        this.senders = senders;
        this.summing = summing;
        this.bundles = new Acks[senders.size()];
        this.beating = new boolean[senders.size()];
        for (int i = 0; i < bundles.length; i++) {
            bundles[i] = new Acks(0);
        }
    }

    /** Registers a listener, called on any thread when there may be room for bundles again. */
    void onRoom(Runnable nudge) {
        senders.forEach(sender -> sender.onRoom(nudge));
    }

    /** The id of an input's n-th attempt to process a root; the counter wraps after 48 bits. */
    public static long root(int ordinal, long number) {
        return (long) ordinal << ORDINAL_SHIFT | number & (1L << ORDINAL_SHIFT) - 1;
    }

    private static int ordinal(long root) {
        return (int) (root >>> ORDINAL_SHIFT);
    }

    /** Acks a run: {@code takenAndGiven} is the xor of the value received with it and of all values sent on for it. */
    public void ack(long root, long takenAndGiven) {
        if (summing) {
            sum ^= takenAndGiven;
            return;
        }
        int input = ordinal(root);
        Acks bundle = bundles[input];
        bundle.add(root, takenAndGiven);
        if (bundle.size() >= ChannelLimits.ACKS_PER_BUNDLE) {
            send(input);
        }
    }

    /** Reports a root as failed, so that its input emits it again after a back-off. */
    void fail(long root) {
        if (summing) {
            lost = true;
            return;
        }
        bundles[ordinal(root)].fail(root);
    }

    /**
     * Reports segments of a root that a task skipped, by the task's index in the job's catalog; must precede the root's
     * last ack.
     */
    void skip(long root, int task, long count) {
        if (summing) {
            skips += count;
            return;
        }
        bundles[ordinal(root)].skip(root, task, count);
    }

    /**
     * Renews a root's timeout at its input by an ack of zero; at most once per {@link #beat}, even while that has not
     * been sent.
     */
    void name(long root) {
        if (summing) {
            return; // a checkpoint does not expire
        }
        int input = ordinal(root);
        if (!beating[input]) {
            bundles[input].add(root, 0);
        }
    }

    /** {@link #name} as a callback, allocated once. */
    LongConsumer naming() {
        return naming;
    }

    /**
     * Marks a heartbeat as due to every input, since segments queued upstream of this task may come from any of them.
     */
    void beat() {
        Arrays.fill(beating, !summing);
    }

    private void lose(long root) {
        if (summing) {
            lost = true;
            return;
        }
        bundles[ordinal(root)].lose(root);
    }

    /**
     * Acks the root of a checkpoint at the keeper, which is the first input: all that was taken and given since the
     * last mark.
     *
     * @param task index of this task in the job's catalog
     * @param words what the task tells of the checkpoint
     */
    void endRoot(long number, int task, byte[] words) {
        holdRoot();
        endHeldRoot(number, task, words);
    }

    /** Begins the next root; the one before is acked later, when the task has stored its state. */
    void holdRoot() {
        heldSum = sum;
        heldSkips = skips;
        sum = 0;
        skips = 0;
    }

    /** Acks the root that was held. */
    void endHeldRoot(long number, int task, byte[] words) {
        Acks bundle = bundles[0];
        if (heldSkips > 0) {
            bundle.skip(number, task, heldSkips);
        }
        bundle.tell(words);
        bundle.add(number, heldSum);
        send(0);
    }

    /** Whether something of the present root was lost, so that its checkpoint can never be complete. */
    boolean hasLost() {
        return lost;
    }

    /** Reports a root as lost in transit, as a callback, allocated once. */
    public LongConsumer losing() {
        return losing;
    }

    private boolean send(int input) {
        Acks bundle = bundles[input];
        if (bundle.isEmpty() && !beating[input] || !senders.get(input).offer(bundle)) {
            return false;
        }
        beating[input] = false;
        bundles[input] = new Acks(bundle.size());
        return true;
    }

    /**
     * Whether no bundle is over its limit for lack of room downstream; otherwise the task must not take more
     * (back-pressure).
     */
    boolean isClear() {
        for (Acks bundle : bundles) {
            if (bundle.size() >= ChannelLimits.ACKS_PER_BUNDLE) {
                return false;
            }
        }
        return true;
    }

    /**
     * Sends every bundle there is room for, after collecting what the channels report as lost; whether anything was
     * sent.
     */
    boolean send() {
        boolean sent = false;
        for (int i = 0; i < bundles.length; i++) {
            senders.get(i).lost(losing);
            sent |= send(i);
        }
        return sent;
    }

    void close() {
        senders.forEach(ChannelSender::close);
    }
}
