package io.sardonyx.assignment;

import io.sardonyx.value.PeerId;
import io.sardonyx.value.Site;
import org.jspecify.annotations.Nullable;

/**
 * A peer's place in a task.
 *
 * @param slot the lowest integer that was free when the place was given; it stays while the peer stays
 * @param site where the peer is; said here too so that neither routes nor the balance over sites need to search for it
 */
public record Place(PeerId peer, int slot, @Nullable Site site) {}
