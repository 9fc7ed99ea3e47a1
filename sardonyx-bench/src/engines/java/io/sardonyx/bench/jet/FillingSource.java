package io.sardonyx.bench.jet;

import com.hazelcast.jet.Traverser;
import com.hazelcast.jet.Traversers;
import com.hazelcast.jet.Util;
import com.hazelcast.jet.core.AbstractProcessor;
import com.hazelcast.jet.core.BroadcastKey;
import io.sardonyx.bench.work.Addition;
import io.sardonyx.bench.work.Additions;
import io.sardonyx.bench.work.Board;
import io.sardonyx.bench.work.Pace;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * W11's inputs in three partitions, which are dealt to as many sources as there are: each key once, as fast as they are
 * taken, and then when they are due. What is next in each is part of a snapshot.
 */
final class FillingSource extends AbstractProcessor {

    private static final int PARTITIONS = 3;

    private final long inputs;
    private final long[] next =
            IntStream.range(0, PARTITIONS).mapToLong(it -> it).toArray();
    private final @Nullable Pace[] paces = new Pace[PARTITIONS];
    private int[] own = {};
    private @Nullable Addition made;
    private int partition;
    private @Nullable Traverser<Map.Entry<BroadcastKey<Integer>, Long>> saving;

    FillingSource(long inputs) {
        this.inputs = inputs;
    }

    @Override
    protected void init(Context context) {
        own = IntStream.range(0, PARTITIONS)
                .filter(it -> it % context.totalParallelism() == context.globalProcessorIndex())
                .toArray();
    }

    @Override
    public boolean complete() {
        Board.begin();
        if (made != null && !emit(made)) {
            return false;
        }
        long now = System.nanoTime();
        boolean done = true;
        for (int each : own) {
            while (isDue(each, now)) {
                partition = each;
                if (!emit(Additions.filling(next[each], Additions.filled(inputs)))) {
                    return false;
                }
            }
            done &= next[each] >= inputs;
        }
        return done;
    }

    /** What there is no room for is kept, and counts as not taken. */
    private boolean emit(Addition addition) {
        if (!tryEmit(addition)) {
            made = addition;
            return false;
        }
        made = null;
        next[partition] += PARTITIONS;
        return true;
    }

    private boolean isDue(int each, long now) {
        if (next[each] < Additions.filled(inputs) || next[each] >= inputs) {
            return next[each] < inputs;
        }
        Pace pace = paces[each] == null ? Pace.with(next[each], now, Additions.PACED_PER_SECOND) : paces[each];
        paces[each] = pace;
        return pace.due(next[each]) - now <= 0;
    }

    @Override
    public boolean saveToSnapshot() {
        if (saving == null) {
            saving = Traversers.traverseStream(
                    IntStream.of(own).mapToObj(it -> Util.entry(BroadcastKey.broadcastKey(it), next[it])));
        }
        boolean done = emitFromTraverserToSnapshot(saving);
        if (done) {
            saving = null;
        }
        return done;
    }

    @Override
    @SuppressWarnings("unchecked")
    protected void restoreFromSnapshot(Object key, Object value) {
        next[((BroadcastKey<Integer>) key).key()] = (Long) value;
    }
}
