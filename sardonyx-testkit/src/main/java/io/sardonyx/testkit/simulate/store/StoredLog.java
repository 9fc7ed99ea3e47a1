package io.sardonyx.testkit.simulate.store;

import io.sardonyx.port.Origin;
import io.sardonyx.port.Slice;
import io.sardonyx.store.StorePreconditions;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Server side of a simulated log: entries in memory and an origin (snapshot) before which entries are trimmed. Entries
 * are handed out without copies, so that readers can share what they decode from the same array.
 */
public final class StoredLog {

    /** How many entries before the previous origin are kept, as in the real stores. */
    private static final int KEPT = 20;

    private final SimulatedWatches bell = new SimulatedWatches();
    /* The entries from firstKept on. */
    private final List<byte[]> entries = new ArrayList<>();
    private Optional<Origin> origin = Optional.empty();
    private long firstKept;

    SimulatedWatches bell() {
        return bell;
    }

    long append(List<byte[]> more) {
        long first = firstKept + entries.size();
        entries.addAll(more);
        bell.ring();
        return first;
    }

    /** The position of the last entry, -1 before the first. */
    public long last() {
        return firstKept + entries.size() - 1L;
    }

    /** How many entries there are that have not been trimmed. */
    public long kept() {
        return entries.size();
    }

    Slice read(long from, int limit) {
        if (from < firstKept) {
            return Slice.TRIMMED;
        }
        if (from > last()) {
            return Slice.of(List.of());
        }
        int start = (int) (from - firstKept);
        int end = (int) Math.min(entries.size(), start + (long) limit);
        return Slice.of(entries.subList(start, end));
    }

    Optional<Origin> origin() {
        return origin;
    }

    boolean rebase(Origin next) {
        StorePreconditions.origin(next.position(), firstKept + entries.size());
        if (origin.isPresent() && origin.get().position() >= next.position()) {
            return false;
        }
        trim(origin.map(Origin::position).orElse(0L) - KEPT);
        origin = Optional.of(next);
        return true;
    }

    private void trim(long before) {
        if (before > firstKept) {
            entries.subList(0, (int) (before - firstKept)).clear();
            firstKept = before;
        }
    }
}
