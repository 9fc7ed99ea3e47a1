package io.sardonyx.job;

import io.sardonyx.value.PeerId;

/**
 * A peer's place in a task.
 *
 * @param slot the lowest integer that was free when the place was given; it stays while the peer stays
 */
public record Place(PeerId peer, int slot) {}
