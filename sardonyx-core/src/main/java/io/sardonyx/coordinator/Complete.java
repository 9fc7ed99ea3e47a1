package io.sardonyx.coordinator;

import io.sardonyx.log.Change;
import io.sardonyx.log.Reaction;
import io.sardonyx.value.GroupId;
import io.sardonyx.value.PeerId;
import java.util.List;

/**
 * Event: the sealer of a task has passed on the sentinel.
 *
 * <p>Submitter: the peer. Roster: the sealing peer is idle. If no peer is acking or active at the task, it is complete
 * and waiting peers are idle; otherwise one of the others will seal again. The completion of a peer that died while
 * sealing counts until it is evicted, provided that no peer works at its task yet. Reactions: a round of offers.
 *
 * @param skipped how many segments all peers of the task skipped by its error policy. Each sealer tells the whole sum,
 *     so the one that completes the task is right.
 */
public record Complete(PeerId peer, Post post, long skipped) implements Event {

    public Complete(PeerId peer, Post post) {
        this(peer, post, 0);
    }

    @Override
    public Roster apply(Roster before, long position) {
        if (before.peerAt(peer, PeerState.SEALING, post) != null) {
            return before.with(peer, RosterPeer.IDLE).sealedBy(peer, post, skipped);
        }
        boolean posthumous = before.peerAt(peer, PeerState.DEAD, post) != null
                && before.headcount(post).working() == 0;
        return posthumous ? before.completing(post, skipped) : before;
    }

    @Override
    public List<Reaction<Roster>> reactions(Change<Roster> change, GroupId self) {
        return change.happened() ? FollowUps.of(Offers.next(change.after())) : List.of();
    }

    @Override
    public Answer.Completed answer(Change<Roster> change) {
        return new Answer.Completed(change.after().isComplete(post));
    }
}
