package io.sardonyx.engine;

import io.sardonyx.exchange.Batch;
import io.sardonyx.exchange.Inlet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Batches from the peers of the tasks before, one peer after another. */
final class ChannelSource implements Source {

    private List<Inlet<Batch>> inlets = List.of();
    private int next;

    @Override
    public void follow(Orders orders, Wiring wiring) {
        inlets = wiring.inlets();
        next = 0;
    }

    @Override
    public boolean tend(long nowNanos) {
        return false;
    }

    @Override
    public @Nullable Batch next(long nowNanos) {
        for (int i = inlets.size(); i > 0; i--) {
            Inlet<Batch> inlet = inlets.get(next);
            next = next + 1 == inlets.size() ? 0 : next + 1;
            Batch batch = inlet.poll();
            if (batch != null) {
                return batch;
            }
        }
        return null;
    }

    @Override
    public boolean isFull() {
        return inlets.stream().anyMatch(Inlet::isFull);
    }
}
