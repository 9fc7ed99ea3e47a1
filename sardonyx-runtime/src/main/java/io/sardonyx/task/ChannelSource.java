package io.sardonyx.task;

import io.sardonyx.channel.Acks;
import io.sardonyx.channel.Batch;
import io.sardonyx.channel.ChannelReceiver;
import io.sardonyx.task.input.AbandonedRoots;
import io.sardonyx.task.input.BatchSource;
import io.sardonyx.task.input.TaskOrders;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Batch source of a task that is not an input: polls the channels from its upstream peers round-robin and drops runs of
 * roots that their input has abandoned.
 */
final class ChannelSource implements BatchSource {

    private final Function<TaskOrders, TaskChannels> opening;
    private final AbandonedRoots abandoned = new AbandonedRoots();
    /* Channels of the present fence; replaced as a whole when the fence changes. */
    private List<ChannelReceiver<Batch>> incoming = List.of();
    private List<ChannelReceiver<Acks>> inputs = List.of();
    private int next;

    /** @param opening opens the channels under some orders */
    ChannelSource(Function<TaskOrders, TaskChannels> opening) {
        this.opening = opening;
    }

    @Override
    public TaskWiring connect(TaskOrders orders) {
        TaskChannels channels = opening.apply(orders);
        incoming = channels.incoming();
        inputs = channels.abandonedInlets();
        abandoned.clear();
        next = 0;
        return channels;
    }

    @Override
    public boolean tend(long nowNanos) {
        boolean any = false;
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
            ChannelReceiver<Batch> receiver = incoming.get(next);
            next = next + 1 == incoming.size() ? 0 : next + 1;
            Batch batch = receiver.poll();
            while (batch != null) {
                Batch rest = abandoned.without(batch);
                if (rest != null) {
                    return rest;
                }
                batch = receiver.poll();
            }
        }
        return null;
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
            if (incoming.get(i).isFull()) {
                return true;
            }
        }
        return false;
    }
}
