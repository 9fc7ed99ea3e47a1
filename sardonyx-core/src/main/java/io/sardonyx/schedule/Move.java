package io.sardonyx.schedule;

import io.sardonyx.value.Assignment;
import io.sardonyx.value.PeerId;
import org.jspecify.annotations.Nullable;

/** Change of a peer's assignment; without a new one the peer becomes idle. */
public record Move(PeerId peer, @Nullable Assignment to) {}
