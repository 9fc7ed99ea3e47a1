package io.sardonyx.task;

import io.sardonyx.channel.Acks;
import io.sardonyx.channel.Batch;
import io.sardonyx.channel.ChannelLimits;
import io.sardonyx.channel.ChannelReceiver;
import io.sardonyx.channel.ChannelSender;
import io.sardonyx.loop.Deadline;
import io.sardonyx.task.input.AbandonedRoots;
import io.sardonyx.task.input.BatchSource;
import io.sardonyx.task.input.CheckpointInput;
import io.sardonyx.task.input.TaskOrders;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Batch source of a task that is not an input: polls the channels from its upstream peers round-robin and drops runs of
 * roots that their input has abandoned.
 *
 * <p>In a job with checkpoints it aligns: a channel whose mark has come is not polled until the marks of all have come,
 * and then it gives one mark that stands for them all.
 */
final class ChannelSource implements BatchSource {

    /** After so long a request for a checkpoint is repeated, since it may have been lost. */
    private static final long ASK_AGAIN_NANOS = 1_000_000_000;

    private final Function<TaskOrders, TaskChannels> opening;
    private final AbandonedRoots abandoned = new AbandonedRoots();
    /* Channels of the present fence; replaced as a whole when the fence changes. */
    private List<ChannelReceiver<Batch>> incoming = List.of();
    private List<ChannelReceiver<Acks>> inputs = List.of();
    private int next;
    /* Segments that the channels were told to send in a batch. */
    private int limit = ChannelLimits.SEGMENTS_AT_FIRST;
    /* By channel, whether the mark of the present root has come; and how many have, and the xor of their values. */
    private boolean[] marked = {};
    private int marks;
    private long marksValue;
    private long firstMarkNanos;
    private long alignNanos;
    /* Root of the next batches in a job with checkpoints. */
    private long filling;
    private boolean torn;
    /* Sender to the keeper in a job with checkpoints; else null. */
    private @Nullable ChannelSender<Acks> keeper;
    private @Nullable TaskOrders followed;
    private boolean takenSinceMark;
    private final Deadline askAgain = new Deadline();

    /** @param opening opens the channels under some orders */
    ChannelSource(Function<TaskOrders, TaskChannels> opening) {
        this.opening = opening;
    }

    @Override
    public TaskWiring connect(TaskOrders orders) {
        TaskChannels channels = opening.apply(orders);
        keeper = channels.keeper();
        followed = orders;
        takenSinceMark = false;
        incoming = channels.incoming();
        inputs = channels.abandonedInlets();
        tellLimit();
        abandoned.clear();
        next = 0;
        marked = new boolean[incoming.size()];
        marks = 0;
        marksValue = 0;
        torn = false;
        filling = orders.checkpoints().baseNumber() + 1;
        return channels;
    }

    @Override
    public void follow(TaskOrders orders) {
        followed = orders;
    }

    /** Whether all that came is within a complete checkpoint. */
    @Override
    public boolean isQuiet() {
        TaskOrders orders = followed;
        return keeper == null
                || orders == null
                || !takenSinceMark && orders.checkpoints().latestNumber() >= filling - 1;
    }

    /** Asks the keeper for a checkpoint with which the group can leave. */
    private void ask(long nowNanos) {
        ChannelSender<Acks> to = keeper;
        if (to != null && isLeaving() && askAgain.isDue(nowNanos) && to.offer(CheckpointInput.leavingRequest())) {
            askAgain.set(nowNanos + ASK_AGAIN_NANOS);
        }
    }

    private boolean isLeaving() {
        return followed != null && followed.leaving() && !isQuiet();
    }

    @Override
    public long restNanos(long nowNanos) {
        return isLeaving() ? ASK_AGAIN_NANOS : Long.MAX_VALUE;
    }

    @Override
    public boolean tend(long nowNanos) {
        boolean any = false;
        ask(nowNanos);
        for (int i = 0; i < inputs.size(); i++) {
            ChannelReceiver<Acks> input = inputs.get(i);
            for (Acks bundle = input.poll(); bundle != null; bundle = input.poll()) {
                abandoned.add(bundle);
                any = true;
            }
        }
        return any;
    }

    @Override
    public @Nullable Batch next(long nowNanos) {
        for (int i = incoming.size(); i > 0; i--) {
            int at = next;
            next = next + 1 == incoming.size() ? 0 : next + 1;
            ChannelReceiver<Batch> receiver = incoming.get(at);
            for (Batch batch = marked[at] ? null : receiver.poll(); batch != null; batch = receiver.poll()) {
                if (batch.isMark()) {
                    Batch all = align(at, batch, nowNanos);
                    if (all != null) {
                        return all;
                    }
                    break;
                }
                takenSinceMark = true;
                Batch rest = abandoned.without(batch);
                if (rest != null) {
                    return rest;
                }
            }
        }
        return null;
    }

    @Override
    public void limit(long nanosEach, int fewest) {
        int wanted = Math.max(fewest, ChannelLimits.segmentsWanted(nanosEach, incoming.size(), limit));
        if (wanted != limit) {
            limit = wanted;
            tellLimit();
        }
    }

    @Override
    public void widen(long nanosEach, long segments) {
        if (limit != ChannelLimits.NO_LIMIT && segments >= limit) {
            int wanted = ChannelLimits.segmentsWanted(nanosEach, incoming.size(), limit);
            if (wanted > limit) {
                limit = wanted;
                tellLimit();
            }
        }
    }

    private void tellLimit() {
        for (int i = 0; i < incoming.size(); i++) {
            incoming.get(i).limit(limit);
        }
    }

    /** Notes that the mark of a channel has come; the mark that stands for all of them with the last. */
    private @Nullable Batch align(int channel, Batch mark, long nowNanos) {
        torn |= mark.markNumber() != filling;
        marked[channel] = true;
        firstMarkNanos = marks == 0 ? nowNanos : firstMarkNanos;
        marks++;
        marksValue ^= mark.value(0);
        if (marks < incoming.size()) {
            return null;
        }
        alignNanos = nowNanos - firstMarkNanos;
        Batch all = Batch.mark(mark.root(0), marksValue);
        Arrays.fill(marked, false);
        marks = 0;
        marksValue = 0;
        takenSinceMark = false;
        filling++;
        return all;
    }

    @Override
    public long alignNanos() {
        return alignNanos;
    }

    @Override
    public boolean isTorn() {
        return torn;
    }

    @Override
    public boolean isAbandoned(long root) {
        return abandoned.has(root);
    }

    @Override
    public boolean isSpent() {
        return true;
    }

    @Override
    public boolean isFull() {
        for (int i = 0; i < incoming.size(); i++) {
            if (!marked[i] && incoming.get(i).isFull()) {
                return true;
            }
        }
        return false;
    }
}
