package io.sardonyx.coordinator;

import io.sardonyx.value.PeerId;

/**
 * Event: an evicted peer is told to stop and is given up.
 *
 * <p>Submitter: the leader, after an {@link Evict}. Roster: the peer is dead, if it was only revoked until now, and
 * marked as shut down; nothing more is owed to it. Reactions: none.
 */
public record Shutdown(PeerId peer) implements Event {

    @Override
    public Roster apply(Roster before, long position) {
        var evicted = before.peers().get(peer);
        return evicted == null || evicted.notice() != RosterPeer.Notice.EVICTED
                ? before
                : before.shuttingDown(peer, evicted);
    }
}
