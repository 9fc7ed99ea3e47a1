package io.sardonyx.bench.jet;

import com.hazelcast.jet.core.AbstractProcessor;
import com.hazelcast.jet.core.BroadcastKey;
import io.sardonyx.bench.work.Board;
import java.io.Serializable;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;

/**
 * So many things, made by their number until the outbox is full; which is next is part of a snapshot. Several sources
 * take turns.
 */
final class Source extends AbstractProcessor {

    private final Making making;
    private final long inputs;
    private long index;
    private long next;
    private long step;
    private @Nullable Object made;

    Source(Making making, long inputs) {
        this.making = making;
        this.inputs = inputs;
    }

    @Override
    protected void init(Context context) {
        index = context.globalProcessorIndex();
        next = index;
        step = context.totalParallelism();
    }

    @Override
    public boolean complete() {
        Board.begin();
        while (next < inputs) {
            if (made == null) {
                made = making.apply(next);
            }
            if (!tryEmit(made)) {
                return false;
            }
            made = null;
            next += step;
        }
        return true;
    }

    @Override
    public boolean saveToSnapshot() {
        return tryEmitToSnapshot(BroadcastKey.broadcastKey(index), next);
    }

    @Override
    protected void restoreFromSnapshot(Object key, Object value) {
        if (key.equals(BroadcastKey.broadcastKey(index))) {
            next = (Long) value;
        }
    }

    /** How a thing is made; travels with the plan of a job. */
    interface Making extends LongFunction<Object>, Serializable {}
}
