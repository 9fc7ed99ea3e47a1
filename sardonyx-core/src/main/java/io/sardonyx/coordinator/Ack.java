package io.sardonyx.coordinator;

import io.sardonyx.log.Change;
import io.sardonyx.value.PeerId;

/**
 * Event: a peer accepts the task it was offered.
 *
 * <p>Submitter: the peer. Roster: if it is still acking at that post and the task incomplete, it is active and may
 * commit. Reactions: none.
 */
public record Ack(PeerId peer, Post post) implements Event {

    @Override
    public Roster apply(Roster before, long position) {
        var acking = before.peerAt(peer, PeerState.ACKING, post);
        return acking == null || before.isComplete(post) ? before : before.with(peer, acking.active());
    }

    @Override
    public Answer.Acknowledged answer(Change<Roster> change) {
        return new Answer.Acknowledged(change.happened());
    }
}
