package io.sardonyx.coordinator;

import io.sardonyx.log.Change;
import io.sardonyx.log.Reaction;
import io.sardonyx.value.GroupId;
import io.sardonyx.value.PeerId;
import java.util.List;

/**
 * Event: a peer's pulse has expired.
 *
 * <p>Submitter: the leader, who watches the pulses. Roster: the peer is dead, and if it was at work its task counts one
 * more attempt; peers that waited for it alone are idle again. Reactions: it is evicted unless it already was, then a
 * round of offers.
 */
public record Death(PeerId peer) implements Event {

    @Override
    public Roster apply(Roster before, long position) {
        var dying = before.peers().get(peer);
        if (dying == null || dying.state() == PeerState.DEAD) {
            return before;
        }
        return before.losing(peer, dying.dead());
    }

    @Override
    public List<Reaction<Roster>> reactions(Change<Roster> change, GroupId self) {
        var dead = change.after().peers().get(peer);
        if (!change.happened() || dead == null) {
            return List.of();
        }
        return dead.isStillLicensed()
                ? FollowUps.andOffers(new Evict(peer), change.after())
                : FollowUps.of(Offers.next(change.after()));
    }
}
