package io.sardonyx.bench.jet;

import com.hazelcast.function.FunctionEx;
import com.hazelcast.function.ToLongFunctionEx;
import com.hazelcast.jet.Traverser;
import com.hazelcast.jet.Traversers;
import com.hazelcast.jet.Util;
import com.hazelcast.jet.core.AbstractProcessor;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Adds up by key and says the sums in the end; they are part of a snapshot. What Jet itself aggregates by key in a
 * batch is in none.
 */
final class Sums<T, K> extends AbstractProcessor {

    private final FunctionEx<T, K> key;
    private final ToLongFunctionEx<T> amount;
    private final Map<K, long[]> sums = new HashMap<>();
    private @Nullable Traverser<Map.Entry<K, Long>> saving;
    private @Nullable Traverser<Map.Entry<K, Long>> ending;

    Sums(FunctionEx<T, K> key, ToLongFunctionEx<T> amount) {
        this.key = key;
        this.amount = amount;
    }

    @Override
    @SuppressWarnings("unchecked")
    protected boolean tryProcess(int ordinal, Object item) {
        T thing = (T) item;
        sums.computeIfAbsent(key.apply(thing), it -> new long[1])[0] += amount.applyAsLong(thing);
        return true;
    }

    private Traverser<Map.Entry<K, Long>> all() {
        return Traversers.traverseStream(sums.entrySet().stream().map(it -> Util.entry(it.getKey(), it.getValue()[0])));
    }

    @Override
    public boolean saveToSnapshot() {
        if (saving == null) {
            saving = all();
        }
        boolean done = emitFromTraverserToSnapshot(saving);
        if (done) {
            saving = null;
        }
        return done;
    }

    @Override
    @SuppressWarnings("unchecked")
    protected void restoreFromSnapshot(Object savedKey, Object value) {
        sums.put((K) savedKey, new long[] {(Long) value});
    }

    @Override
    public boolean complete() {
        if (ending == null) {
            ending = all();
        }
        return emitFromTraverser(ending);
    }
}
