package io.sardonyx.coordinator;

import io.sardonyx.log.Change;
import io.sardonyx.value.PeerId;

/**
 * Event: a peer that drained its task is told whether it has to seal.
 *
 * <p>Submitter: the leader, after an {@link Exhaust}. Roster: a waiting or sealing peer is marked as answered.
 * Reactions: none.
 */
public record Seal(PeerId peer, Post post) implements Event {

    @Override
    public Roster apply(Roster before, long position) {
        var drained = before.peers().get(peer);
        return drained == null || !drained.isAt(post) || !drained.awaitsSealAnswer()
                ? before
                : before.with(peer, drained.sealAnswered());
    }

    @Override
    public Answer.Exhausted answer(Change<Roster> change) {
        return Exhaust.verdict(change.after(), peer, post);
    }
}
