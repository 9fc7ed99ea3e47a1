package io.sardonyx.task;

import io.sardonyx.channel.Acks;
import io.sardonyx.channel.Batch;
import io.sardonyx.channel.Inlet;
import io.sardonyx.task.input.Orders;
import io.sardonyx.task.input.Source;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Batches from the peers of the tasks before, one peer after another. */
final class ChannelSource implements Source {

    private final Abandoned abandoned = new Abandoned();
    private List<Inlet<Batch>> inlets = List.of();
    private List<Inlet<Acks>> inputs = List.of();
    private int next;

    @Override
    public void follow(Orders orders, Wiring wiring) {
        inlets = wiring.inlets();
        inputs = wiring.abandonedInlets();
        abandoned.clear();
        next = 0;
    }

    @Override
    public boolean tend(long nowNanos) {
        boolean any = false;
        for (int i = 0; i < inputs.size(); i++) {
            Inlet<Acks> input = inputs.get(i);
            for (Acks bundle = input.poll(); bundle != null; bundle = input.poll()) {
                abandoned.add(bundle);
                any = true;
            }
        }
        return any;
    }

    @Override
    public @Nullable Batch next(long nowNanos) {
        for (int i = inlets.size(); i > 0; i--) {
            Inlet<Batch> inlet = inlets.get(next);
            next = next + 1 == inlets.size() ? 0 : next + 1;
            Batch batch = inlet.poll();
            while (batch != null) {
                Batch rest = abandoned.without(batch);
                if (rest != null) {
                    return rest;
                }
                batch = inlet.poll();
            }
        }
        return null;
    }

    @Override
    public boolean isAbandoned(long root) {
        return abandoned.has(root);
    }

    @Override
    public boolean isFull() {
        return inlets.stream().anyMatch(Inlet::isFull);
    }
}
