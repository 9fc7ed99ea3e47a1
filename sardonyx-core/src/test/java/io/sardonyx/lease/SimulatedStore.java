package io.sardonyx.lease;

import java.util.OptionalLong;
import java.util.TreeMap;

/** One lock document under compare-and-set, and a world of effects that keeps the highest fence it ever accepted. */
final class SimulatedStore {

    private long version = Observation.ABSENT;
    private LockDocument document = LockDocument.UNHELD;
    private long highestAccepted;
    private long accepted;
    private long refused;
    private final TreeMap<Long, String> holderOfFence = new TreeMap<>();

    long version() {
        return version;
    }

    LockDocument document() {
        return document;
    }

    OptionalLong write(long seen, LockDocument next) {
        if (seen != version) {
            return OptionalLong.empty();
        }
        demand(next.fence() >= document.fence(), "fences never shrink: " + document + " then " + next);
        boolean sameHolder = next.isFree() || document.isHeldBy(next.holder());
        demand(sameHolder || next.fence() > document.fence(), "a new tenure has a new fence: " + next);
        version++;
        document = next;
        return OptionalLong.of(version);
    }

    void effect(String token, long fence) {
        if (fence < highestAccepted) {
            refused++;
            return;
        }
        String first = holderOfFence.putIfAbsent(fence, token);
        demand(first == null || first.equals(token), "two holders under fence " + fence + ": " + first + ", " + token);
        highestAccepted = fence;
        accepted++;
    }

    long accepted() {
        return accepted;
    }

    long refused() {
        return refused;
    }

    int tenures() {
        return holderOfFence.size();
    }

    static void demand(boolean holds, String invariant) {
        if (!holds) {
            throw new AssertionError(invariant);
        }
    }
}
