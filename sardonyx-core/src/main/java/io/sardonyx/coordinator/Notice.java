package io.sardonyx.coordinator;

/**
 * The last thing that the Coordinator told a peer since the peer came to its state.
 *
 * <p>It is in the roster so that a stand-by knows what its predecessor had already said.
 */
public enum Notice {
    NONE,
    /** To a waiting or sealing peer: whether it is the one that seals. */
    SEAL_ANSWERED,
    /** To a revoked or dead peer: nothing it commits counts any more. */
    EVICTED,
    /** To a peer that is dead by now: stop, should you still be running. */
    SHUT_DOWN
}
