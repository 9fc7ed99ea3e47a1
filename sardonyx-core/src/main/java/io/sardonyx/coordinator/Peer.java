package io.sardonyx.coordinator;

import org.jspecify.annotations.Nullable;

/**
 * One virtual peer as the Coordinator sees it.
 *
 * @param post where it works; none when idle or revoked. A peer that died sealing keeps its post until it is evicted,
 *     because up to then its word that the task is complete still counts.
 */
public record Peer(PeerState state, @Nullable Post post, Notice notice) {

    public static final Peer IDLE = new Peer(PeerState.IDLE, null, Notice.NONE);

    static Peer acking(Post post) {
        return new Peer(PeerState.ACKING, post, Notice.NONE);
    }

    public boolean isAt(Post somewhere) {
        return somewhere.equals(post);
    }

    public boolean isAtTaskOf(Post somewhere) {
        return state.isAtTask() && post != null && post.isSameTask(somewhere);
    }

    /** Revoked or dead, and not yet told that its commits no longer count. */
    public boolean isStillLicensed() {
        return !state.isLiving() && notice == Notice.NONE;
    }

    /** Drained its task and has not been told yet whether it seals. */
    public boolean awaitsSealAnswer() {
        return (state == PeerState.WAITING || state == PeerState.SEALING) && notice == Notice.NONE;
    }

    Peer active() {
        return new Peer(PeerState.ACTIVE, post, Notice.NONE);
    }

    Peer waiting() {
        return new Peer(PeerState.WAITING, post, Notice.NONE);
    }

    Peer sealing() {
        return new Peer(PeerState.SEALING, post, Notice.NONE);
    }

    Peer revoked() {
        return new Peer(PeerState.REVOKED, null, Notice.NONE);
    }

    Peer dead() {
        return new Peer(
                PeerState.DEAD,
                state == PeerState.SEALING ? post : null,
                state == PeerState.REVOKED ? notice : Notice.NONE);
    }

    Peer sealAnswered() {
        return new Peer(state, post, Notice.SEAL_ANSWERED);
    }

    Peer evicted() {
        return new Peer(state, null, Notice.EVICTED);
    }

    Peer shutDown() {
        return new Peer(PeerState.DEAD, null, Notice.SHUT_DOWN);
    }
}
