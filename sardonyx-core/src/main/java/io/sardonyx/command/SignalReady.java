package io.sardonyx.command;

import io.sardonyx.replica.Peer;
import io.sardonyx.replica.Replica;
import io.sardonyx.value.PeerId;

/**
 * A peer says that it can take segments.
 *
 * <p>Submitter: the peer. Replica: a peer that has work and was idle is active. Duties: an output that waits for a
 * sealer may find one. Reactions: none.
 */
public record SignalReady(PeerId id) implements Command {

    @Override
    public Replica apply(Replica before, long position) {
        Peer peer = before.peers().present().get(id);
        return peer == null || peer.active() || peer.assignment() == null
                ? before
                : before.with(before.peers().with(peer.assigned(peer.assignment(), true)));
    }
}
