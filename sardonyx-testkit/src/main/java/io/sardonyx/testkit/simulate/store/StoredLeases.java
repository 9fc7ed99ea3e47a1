package io.sardonyx.testkit.simulate.store;

import io.sardonyx.port.Watch;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Server side of the simulated leases: which session holds which name, and under which fence. */
public final class StoredLeases {

    /** A lease as the store has it: its session, who claimed it, and its fencing token. */
    private record Tenure(SimulatedSession session, String holder, long fence) {}

    private final Map<String, Tenure> tenures = new TreeMap<>();
    private final Map<String, SimulatedWatches> watches = new TreeMap<>();
    /** The last fencing token; tokens increase over all names. */
    private long fences;

    /**
     * Claims a name: returns the fencing token, or empty when the name is held or the session has expired. Who holds it
     * gets it again, since the reply to its first claim may have been lost; the real stores release such a lease.
     */
    Optional<Long> claim(String name, String holder, SimulatedSession session) {
        Tenure present = tenures.get(name);
        if (present != null && present.session == session && present.holder.equals(holder)) {
            return Optional.of(present.fence);
        }
        if (present != null || session.isOver()) {
            return Optional.empty();
        }
        tenures.put(name, new Tenure(session, holder, ++fences));
        return Optional.of(fences);
    }

    public boolean isHeld(String name) {
        return tenures.containsKey(name);
    }

    @Nullable
    public SimulatedSession holder(String name) {
        Tenure tenure = tenures.get(name);
        return tenure == null ? null : tenure.session;
    }

    /** Releases a lease if it still has that fencing token; a later lease of the same name is left alone. */
    void free(String name, long fence) {
        Tenure tenure = tenures.get(name);
        if (tenure != null && tenure.fence == fence) {
            tenures.remove(name);
            SimulatedWatches watch = watches.get(name);
            if (watch != null) {
                watch.ring();
            }
        }
    }

    /** Expires a session and releases all its leases. */
    public void expire(SimulatedSession session) {
        session.end();
        for (String name : List.copyOf(tenures.keySet())) {
            Tenure tenure = tenures.get(name);
            if (tenure != null && tenure.session == session) {
                free(name, tenure.fence);
            }
        }
    }

    /** Removes watches of processes that have died. */
    void tidy() {
        watches.values().removeIf(SimulatedWatches::isIdle);
    }

    /** Watches a name; when it is free already, notifies at once. */
    Watch watch(String name, SimulatedWatches.Nudge nudge) {
        Watch watch =
                watches.computeIfAbsent(name, ignored -> new SimulatedWatches()).add(nudge);
        if (!tenures.containsKey(name)) {
            nudge.give();
        }
        return watch;
    }
}
