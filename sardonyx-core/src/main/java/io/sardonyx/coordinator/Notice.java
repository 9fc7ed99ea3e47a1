package io.sardonyx.coordinator;

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
