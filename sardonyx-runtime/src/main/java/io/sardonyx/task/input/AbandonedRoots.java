package io.sardonyx.task.input;

import io.sardonyx.channel.Acks;
import io.sardonyx.channel.Batch;
import org.jspecify.annotations.Nullable;

/**
 * The attempts of roots that inputs have abandoned, so that nobody works on what is left of them: the latest ones, for
 * a newer one takes the place of an older one. That is enough, since to work in vain costs time only.
 */
public final class AbandonedRoots {

    private static final int PLACES = 1 << 12;
    private static final int ORDINAL_SHIFT = 48;

    private long @Nullable [] ids;

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

    /* Ids are counted up from anywhere: remotes never meet, and those of other inputs are elsewhere. */
    private static int place(long root) {
        return (int) (root + (root >>> ORDINAL_SHIFT) * 1_021) & PLACES - 1;
    }

    public void clear() {
        ids = null;
    }

    /** The batch without the runs that nobody waits for; null if there are no others. */
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
