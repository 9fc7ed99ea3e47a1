package io.sardonyx.coordinator;

import org.jspecify.annotations.Nullable;

/**
 * State of a virtual peer in the roster.
 *
 * @param post its current task; null when idle or revoked. A peer that died while sealing keeps its post until it is
 *     evicted, because until then its completion of the task still counts.
 */
public record RosterPeer(PeerState state, @Nullable Post post, Notice notice) {

    public static final RosterPeer IDLE = new RosterPeer(PeerState.IDLE, null, Notice.NONE);

    static RosterPeer acking(Post post) {
        return new RosterPeer(PeerState.ACKING, post, Notice.NONE);
    }

    public boolean isAt(Post somewhere) {
        return somewhere.equals(post);
    }

    /** The post of a peer that is at its task, working or waiting; null otherwise. */
    @Nullable
    Post postAtTask() {
        return state.isAtTask() ? post : null;
    }

    /** Whether it is revoked or dead, and has not been evicted, so that its commits still count. */
    public boolean isStillLicensed() {
        return !state.isLiving() && notice == Notice.NONE;
    }

    /** Whether it drained its task and has not been told yet whether to seal. */
    public boolean awaitsSealAnswer() {
        return (state == PeerState.WAITING || state == PeerState.SEALING) && notice == Notice.NONE;
    }

    RosterPeer active() {
        return new RosterPeer(PeerState.ACTIVE, post, Notice.NONE);
    }

    RosterPeer waiting() {
        return new RosterPeer(PeerState.WAITING, post, Notice.NONE);
    }

    RosterPeer sealing() {
        return new RosterPeer(PeerState.SEALING, post, Notice.NONE);
    }

    RosterPeer revoked() {
        return new RosterPeer(PeerState.REVOKED, null, Notice.NONE);
    }

    RosterPeer dead() {
        return new RosterPeer(
                PeerState.DEAD,
                state == PeerState.SEALING ? post : null,
                state == PeerState.REVOKED ? notice : Notice.NONE);
    }

    RosterPeer sealAnswered() {
        return new RosterPeer(state, post, Notice.SEAL_ANSWERED);
    }

    RosterPeer evicted() {
        return new RosterPeer(state, null, Notice.EVICTED);
    }

    RosterPeer shutDown() {
        return new RosterPeer(PeerState.DEAD, null, Notice.SHUT_DOWN);
    }

    /**
     * Last message of the coordinator to a peer since the peer entered its state.
     *
     * <p>It is part of the roster so that a stand-by knows what its predecessor has sent.
     */
    public enum Notice {
        NONE,
        /** To a waiting or sealing peer: whether it has to seal. */
        SEAL_ANSWERED,
        /** To a revoked or dead peer: its commits no longer count. */
        EVICTED,
        /** To a dead peer, should it still run: stop. */
        SHUT_DOWN
    }
}
