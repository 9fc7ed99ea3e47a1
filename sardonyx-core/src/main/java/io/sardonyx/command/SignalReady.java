package io.sardonyx.command;

import io.sardonyx.replica.Peer;
import io.sardonyx.replica.Replica;
import io.sardonyx.value.PeerId;

/**
 * Command: a peer is ready for segments.
 *
 * <p>Submitter: the peer. Replica: a peer that has an assignment and was not active becomes active. Duties: an output
 * that waits for a sealer may get one. Reactions: none.
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
