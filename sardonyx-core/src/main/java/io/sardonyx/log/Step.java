package io.sardonyx.log;

import io.sardonyx.value.GroupId;
import java.util.List;

/** State transition of a log entry: pure, total and idempotent. */
public interface Step<S> {

    /** The state after this entry, or the identical {@code before} when the entry no longer applies. Never throws. */
    S apply(S before, long position);

    /** The entries that {@code self} must append because of this change; each group computes only its own. */
    default List<Reaction<S>> reactions(Change<S> change, GroupId self) {
        return List.of();
    }
}
