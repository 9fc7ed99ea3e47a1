package io.sardonyx.assignment;

import io.sardonyx.value.PeerId;
import io.sardonyx.value.Site;
import org.jspecify.annotations.Nullable;

/**
 * A peer's place within a task.
 *
 * @param slot the lowest integer that was free when the place was assigned; it stays while the peer stays
 * @param site of the peer; repeated here so that routing and balance over sites need no lookup
 */
public record Place(PeerId peer, int slot, @Nullable Site site) {}
