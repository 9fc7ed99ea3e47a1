package io.sardonyx.coordinator;

import io.sardonyx.log.Change;
import io.sardonyx.log.Reaction;
import io.sardonyx.value.GroupId;
import io.sardonyx.value.PeerId;
import java.util.List;

/**
 * Event: a peer registers for work.
 *
 * <p>Submitter: the peer, once its pulse is set. Roster: an unknown id becomes idle; a known one, dead or alive, keeps
 * its state. Reactions: a round of offers.
 */
public record Born(PeerId peer) implements Event {

    @Override
    public Roster apply(Roster before, long position) {
        return before.peers().has(peer) ? before : before.with(peer, RosterPeer.IDLE);
    }

    @Override
    public List<Reaction<Roster>> reactions(Change<Roster> change, GroupId self) {
        return change.happened() ? FollowUps.of(Offers.next(change.after())) : List.of();
    }
}
