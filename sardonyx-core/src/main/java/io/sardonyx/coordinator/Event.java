package io.sardonyx.coordinator;

import io.sardonyx.log.Change;
import io.sardonyx.log.Step;

/**
 * Entry of the coordinator's log.
 *
 * <p>Reactions are computed by the leader alone, whichever process that is at the moment, so no event uses
 * {@code self}; an entry that did not apply has none. They are an optimization: those that get lost with a leader, the
 * next one finds in {@link CoordinatorDuties}.
 */
public sealed interface Event extends Step<Roster>
        permits Born, Death, Plan, Offer, Ack, Revoke, Evict, Exhaust, Seal, Complete, Shutdown, Withdraw, Unfit {

    /** The reply to the submitter of this event, given the change it made. */
    default Answer answer(Change<Roster> change) {
        return new Answer.Nothing();
    }
}
