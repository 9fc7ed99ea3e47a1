package io.sardonyx.coordinator;

import io.sardonyx.log.Change;
import io.sardonyx.log.Reaction;
import io.sardonyx.value.GroupId;
import io.sardonyx.value.PeerId;
import java.util.List;

/**
 * Event: a peer did not acknowledge its offer in time.
 *
 * <p>Submitter: the leader, when the timer of that offer fires. Roster: if the peer is still acking at that post, it is
 * revoked, its task counts one more attempt, and peers that waited for it alone are idle again. Reactions: it is
 * evicted.
 */
public record Revoke(PeerId peer, Post post) implements Event {

    @Override
    public Roster apply(Roster before, long position) {
        var acking = before.peerAt(peer, PeerState.ACKING, post);
        return acking == null ? before : before.losing(peer, acking.revoked());
    }

    @Override
    public List<Reaction<Roster>> reactions(Change<Roster> change, GroupId self) {
        return change.happened() ? Reaction.now(new Evict(peer)) : List.of();
    }

    @Override
    public Answer.Revoked answer(Change<Roster> change) {
        return new Answer.Revoked(change.happened());
    }
}
