package io.sardonyx.bench.jet;

import com.hazelcast.jet.Traverser;
import com.hazelcast.jet.Traversers;
import com.hazelcast.jet.Util;
import com.hazelcast.jet.core.AbstractProcessor;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Counts words and says how many in the end; the counts are part of a snapshot. What Jet itself aggregates by key in a
 * batch is in none.
 */
final class Counts extends AbstractProcessor {

    private final Map<String, long[]> counts = new HashMap<>();
    private @Nullable Traverser<Map.Entry<String, Long>> saving;
    private @Nullable Traverser<Map.Entry<String, Long>> ending;

    @Override
    protected boolean tryProcess(int ordinal, Object word) {
        counts.computeIfAbsent((String) word, it -> new long[1])[0]++;
        return true;
    }

    private Traverser<Map.Entry<String, Long>> all() {
        return Traversers.traverseStream(
                counts.entrySet().stream().map(it -> Util.entry(it.getKey(), it.getValue()[0])));
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
    protected void restoreFromSnapshot(Object key, Object value) {
        counts.put((String) key, new long[] {(Long) value});
    }

    @Override
    public boolean complete() {
        if (ending == null) {
            ending = all();
        }
        return emitFromTraverser(ending);
    }
}
