package io.sardonyx.replica;

import io.sardonyx.value.GroupId;
import org.jspecify.annotations.Nullable;

/** Neighbours of a group in the ring: the one it watches and the one that watches it; null when it is alone. */
public record RingNeighbours(
        @Nullable GroupId next, @Nullable GroupId previous) {

    static final RingNeighbours ALONE = new RingNeighbours(null, null);

    RingNeighbours withNext(@Nullable GroupId other) {
        return new RingNeighbours(other, previous);
    }

    RingNeighbours withPrevious(@Nullable GroupId other) {
        return new RingNeighbours(next, other);
    }
}
