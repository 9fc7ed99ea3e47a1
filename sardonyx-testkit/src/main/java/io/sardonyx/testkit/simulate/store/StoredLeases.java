package io.sardonyx.testkit.simulate.store;

import io.sardonyx.port.Watch;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Which session holds which name, as the store sees it. */
public final class StoredLeases {

    private record Tenure(SimulatedSession session, long fence) {}

    private final Map<String, Tenure> tenures = new TreeMap<>();
    private final Map<String, SimulatedWatches> bells = new TreeMap<>();
    private long fences;

    /** The fence of the new tenure, or empty when the name is taken. */
    Optional<Long> claim(String name, SimulatedSession session) {
        if (tenures.containsKey(name) || session.isOver()) {
            return Optional.empty();
        }
        tenures.put(name, new Tenure(session, ++fences));
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

    /** Ends that tenure and no later one. */
    void free(String name, long fence) {
        Tenure tenure = tenures.get(name);
        if (tenure != null && tenure.fence == fence) {
            tenures.remove(name);
            SimulatedWatches bell = bells.get(name);
            if (bell != null) {
                bell.ring();
            }
        }
    }

    /** The session is over: all its names are free. */
    public void expire(SimulatedSession session) {
        session.end();
        for (String name : List.copyOf(tenures.keySet())) {
            Tenure tenure = tenures.get(name);
            if (tenure != null && tenure.session == session) {
                free(name, tenure.fence);
            }
        }
    }

    /** Forgets who wanted to hear of what and is gone. */
    void tidy() {
        bells.values().removeIf(SimulatedWatches::isIdle);
    }

    Watch watch(String name, SimulatedWatches.Nudge nudge) {
        Watch watch =
                bells.computeIfAbsent(name, ignored -> new SimulatedWatches()).add(nudge);
        if (!tenures.containsKey(name)) {
            nudge.give();
        }
        return watch;
    }
}
