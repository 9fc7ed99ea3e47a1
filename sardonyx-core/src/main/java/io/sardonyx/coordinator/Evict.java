package io.sardonyx.coordinator;

import io.sardonyx.log.Change;
import io.sardonyx.log.Reaction;
import io.sardonyx.value.GroupId;
import io.sardonyx.value.PeerId;
import java.util.List;

/**
 * Event: a peer loses its permission to commit.
 *
 * <p>Submitter: the leader, after a death or a revocation. Roster: a revoked or dead peer is marked as evicted; from
 * now on it can no longer complete a task. Reactions: it is shut down, then a round of offers.
 */
public record Evict(PeerId peer) implements Event {

    @Override
    public Roster apply(Roster before, long position) {
        var gone = before.peers().get(peer);
        return gone == null || !gone.isStillLicensed() ? before : before.with(peer, gone.evicted());
    }

    @Override
    public List<Reaction<Roster>> reactions(Change<Roster> change, GroupId self) {
        return change.happened() ? FollowUps.andOffers(new Shutdown(peer), change.after()) : List.of();
    }
}
