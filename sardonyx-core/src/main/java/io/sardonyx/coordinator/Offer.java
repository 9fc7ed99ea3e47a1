package io.sardonyx.coordinator;

import io.sardonyx.log.Change;
import io.sardonyx.value.PeerId;

/**
 * Event: a peer is offered a task.
 *
 * <p>Submitter: the leader, by {@link Offers#next}. Roster: checked again here, because the state may have changed: if
 * the peer is still idle, the post up to date, and the incomplete task has room, the peer is acking, and the next round
 * starts after this job. Reactions: none; for an acking peer the leader runs a revoke timer
 * ({@link CoordinatorDuties#timers}).
 */
public record Offer(PeerId peer, Post post) implements Event {

    @Override
    public Roster apply(Roster before, long position) {
        return before.admits(peer, post) ? before.offering(peer, post) : before;
    }

    @Override
    public Answer.Offered answer(Change<Roster> change) {
        return new Answer.Offered(change.happened());
    }
}
