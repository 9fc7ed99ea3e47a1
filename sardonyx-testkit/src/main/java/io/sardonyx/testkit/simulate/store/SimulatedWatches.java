package io.sardonyx.testkit.simulate.store;

import io.sardonyx.port.Watch;
import java.util.ArrayList;
import java.util.List;

/** Registry of watches on one log, document prefix or lease. */
final class SimulatedWatches {

    /** A watch callback and how it is delivered to its process. */
    interface Nudge {
        void give();

        /** Whether the process that registered it has died, so the watch can be removed. */
        default boolean isInVain() {
            return false;
        }
    }

    private final List<Nudge> nudges = new ArrayList<>();

    /** Registers a watch; closing it removes it. */
    Watch add(Nudge nudge) {
        nudges.add(nudge);
        return () -> nudges.remove(nudge);
    }

    /** Notifies all watches. */
    void ring() {
        List.copyOf(nudges).forEach(Nudge::give);
    }

    /** Removes watches of dead processes and returns whether none is left. */
    boolean isIdle() {
        nudges.removeIf(Nudge::isInVain);
        return nudges.isEmpty();
    }
}
