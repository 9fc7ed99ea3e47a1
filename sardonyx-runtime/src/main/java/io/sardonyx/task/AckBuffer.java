package io.sardonyx.task;

import io.sardonyx.channel.Acks;
import io.sardonyx.channel.ChannelLimits;
import io.sardonyx.channel.ChannelSender;
import java.util.Arrays;
import java.util.List;
import java.util.function.LongConsumer;

/**
 * Collects what a task has to tell inputs of their roots, and sends it in bundles.
 *
 * <p>A root says in its highest bits which of the job's inputs emitted it.
 */
public final class AckBuffer {

    private static final int ORDINAL_SHIFT = 48;
    static final int MOST_INPUTS = 1 << 15;

    private final List<ChannelSender<Acks>> senders;
    private final Acks[] bundles;
    /* To which inputs a heartbeat is to be sent. */
    private final boolean[] beating;
    private final LongConsumer losing = this::lose;
    private final LongConsumer naming = this::name;

    AckBuffer(List<ChannelSender<Acks>> senders) {
        this.senders = senders;
        this.bundles = new Acks[senders.size()];
        this.beating = new boolean[senders.size()];
        for (int i = 0; i < bundles.length; i++) {
            bundles[i] = new Acks(0);
        }
    }

    /** From now on this is told when there may be room for bundles again. */
    void onRoom(Runnable nudge) {
        senders.forEach(sender -> sender.onRoom(nudge));
    }

    /** The n-th root of an input. */
    public static long root(int ordinal, long number) {
        return (long) ordinal << ORDINAL_SHIFT | number & (1L << ORDINAL_SHIFT) - 1;
    }

    private static int ordinal(long root) {
        return (int) (root >>> ORDINAL_SHIFT);
    }

    void ack(long root, long takenAndGiven) {
        int input = ordinal(root);
        Acks bundle = bundles[input];
        bundle.add(root, takenAndGiven);
        if (bundle.size() >= ChannelLimits.ACKS_PER_BUNDLE) {
            send(input);
        }
    }

    void fail(long root) {
        bundles[ordinal(root)].fail(root);
    }

    /** A task, by its index in the job's catalog, left out so many segments of the root; before the last ack of it. */
    void skip(long root, int task, long count) {
        bundles[ordinal(root)].skip(root, task, count);
    }

    /** Says that the task is still at work on a root; once for each {@link #beat}, however long that is under way. */
    void name(long root) {
        int input = ordinal(root);
        if (!beating[input]) {
            bundles[input].add(root, 0);
        }
    }

    /** Whoever is told of roots that the task is at work on. */
    LongConsumer naming() {
        return naming;
    }

    /** Tells every input that this task has work in hand, since what waits behind that may be of any of them. */
    void beat() {
        Arrays.fill(beating, true);
    }

    private void lose(long root) {
        bundles[ordinal(root)].lose(root);
    }

    /** Whoever is told of roots that something was lost of. */
    LongConsumer losing() {
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

    /** Whether no bundle has grown beyond its size because there was no room for it. */
    boolean isClear() {
        for (Acks bundle : bundles) {
            if (bundle.size() >= ChannelLimits.ACKS_PER_BUNDLE) {
                return false;
            }
        }
        return true;
    }

    /** Sends everything there is room for; whether there was something to send. */
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
