package io.sardonyx.replica;

import io.sardonyx.value.GroupId;
import org.jspecify.annotations.Nullable;

/** A group's two neighbours in the ring: whom it watches and who watches it; none when it is alone. */
public record Member(@Nullable GroupId next, @Nullable GroupId previous) {

    static final Member ALONE = new Member(null, null);

    Member withNext(@Nullable GroupId other) {
        return new Member(other, previous);
    }

    Member withPrevious(@Nullable GroupId other) {
        return new Member(next, other);
    }
}
