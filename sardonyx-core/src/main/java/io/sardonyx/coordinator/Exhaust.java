package io.sardonyx.coordinator;

import io.sardonyx.log.Change;
import io.sardonyx.log.Reaction;
import io.sardonyx.value.GroupId;
import io.sardonyx.value.PeerId;
import java.util.List;

/**
 * Event: a peer has read the sentinel and its queue is drained.
 *
 * <p>Submitter: the peer. Roster: an active peer seals if all other peers at its task are waiting, and waits otherwise;
 * nothing for a complete task. Reactions: the peer gets its reply by {@link Seal}.
 */
public record Exhaust(PeerId peer, Post post) implements Event {

    @Override
    public Roster apply(Roster before, long position) {
        var active = before.peerAt(peer, PeerState.ACTIVE, post);
        if (active == null || before.isComplete(post)) {
            return before;
        }
        return before.with(peer, before.headcount(post).working() == 1 ? active.sealing() : active.waiting());
    }

    @Override
    public List<Reaction<Roster>> reactions(Change<Roster> change, GroupId self) {
        return change.happened() ? Reaction.now(new Seal(peer, post)) : List.of();
    }

    @Override
    public Answer.Exhausted answer(Change<Roster> change) {
        return verdict(change.after(), peer, post);
    }

    /** The reply, derived from the state alone, so that a retry gets the same one. */
    static Answer.Exhausted verdict(Roster roster, PeerId peer, Post post) {
        boolean complete = roster.isComplete(post);
        boolean sealing = roster.peerAt(peer, PeerState.SEALING, post) != null;
        return new Answer.Exhausted(sealing && !complete, complete);
    }
}
