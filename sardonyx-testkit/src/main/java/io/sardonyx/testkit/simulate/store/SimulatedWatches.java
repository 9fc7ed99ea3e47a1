package io.sardonyx.testkit.simulate.store;

import io.sardonyx.port.Watch;
import java.util.ArrayList;
import java.util.List;

/** Those who want to hear of one thing. */
final class SimulatedWatches {

    /** A wish to be told, and the way that takes. */
    interface Nudge {
        void give();

        /** Whether whoever wanted it is gone. */
        default boolean isInVain() {
            return false;
        }
    }

    private final List<Nudge> nudges = new ArrayList<>();

    Watch add(Nudge nudge) {
        nudges.add(nudge);
        return () -> nudges.remove(nudge);
    }

    void ring() {
        List.copyOf(nudges).forEach(Nudge::give);
    }

    /** Forgets those who are gone; whether nobody else wants to hear of it. */
    boolean isIdle() {
        nudges.removeIf(Nudge::isInVain);
        return nudges.isEmpty();
    }
}
