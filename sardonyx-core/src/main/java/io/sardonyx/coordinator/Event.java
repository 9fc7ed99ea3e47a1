package io.sardonyx.coordinator;

import io.sardonyx.log.Change;
import io.sardonyx.log.Step;

/**
 * One entry of the Coordinator's log.
 *
 * <p>Reactions are computed by the leader alone, whichever process that is at the moment, so no event looks at
 * {@code self}; an entry that did not apply has none. They are the fast way only: what gets lost with a leader, the
 * next one finds in {@link CoordinatorDuties}.
 */
public sealed interface Event extends Step<Roster>
        permits Born, Death, Plan, Offer, Ack, Revoke, Evict, Exhaust, Seal, Complete, Shutdown {

    /** What this event, having made this change, says to whoever appended it. */
    default Answer answer(Change<Roster> change) {
        return new Answer.Nothing();
    }
}
