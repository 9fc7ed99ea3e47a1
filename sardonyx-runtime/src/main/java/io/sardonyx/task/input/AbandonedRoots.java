package io.sardonyx.task.input;

import io.sardonyx.channel.Acks;
import io.sardonyx.channel.Batch;
import org.jspecify.annotations.Nullable;

/**
 * Cache of the latest attempts that inputs have abandoned, so that downstream tasks drop what is left of them. A fixed
 * table in which a newer id replaces an older one at the same index: a miss costs only needless work. Confined to the
 * thread of the task's turn.
 */
public final class AbandonedRoots {

    private static final int PLACES = 1 << 12;
    private static final int ORDINAL_SHIFT = 48;

    /* Allocated with the first abandoned root; a root id or 0 at each index. */
    private long @Nullable [] ids;

    /** Adds the losses of a bundle from an input. */
    public void add(Acks bundle) {
        long[] table = ids;
        if (table == null) {
            table = new long[PLACES];
            ids = table;
        }
        for (int i = 0; i < bundle.losses(); i++) {
            table[place(bundle.lost(i))] = bundle.lost(i);
        }
    }

    public boolean has(long root) {
        long[] table = ids;
        return table != null && table[place(root)] == root;
    }

    /* Ids of an input are consecutive, so its latest never collide; the ordinal spreads the inputs. */
    private static int place(long root) {
        return (int) (root + (root >>> ORDINAL_SHIFT) * 1_021) & PLACES - 1;
    }

    public void clear() {
        ids = null;
    }

    /** The batch without its abandoned runs; the same batch if there are none, null if all are. */
    @Nullable
    public Batch without(Batch batch) {
        if (ids == null || !hasAny(batch)) {
            return batch;
        }
        var rest = new Batch(batch.size(), batch.runs());
        for (int run = 0; run < batch.runs(); run++) {
            int start = run == 0 ? 0 : batch.end(run - 1);
            if (!has(batch.root(run))) {
                rest.add(batch.segments(), null, start, batch.end(run), batch.heapBytes() / batch.size());
                rest.endRun(batch.root(run), batch.value(run), batch.origin(run));
            }
        }
        return rest.runs() == 0 ? null : rest;
    }

    private boolean hasAny(Batch batch) {
        for (int run = 0; run < batch.runs(); run++) {
            if (has(batch.root(run))) {
                return true;
            }
        }
        return false;
    }
}
