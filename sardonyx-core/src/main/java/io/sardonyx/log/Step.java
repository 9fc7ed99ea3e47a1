package io.sardonyx.log;

import io.sardonyx.value.GroupId;
import java.util.List;

/** One entry of a log, as a function: pure, total and idempotent. */
public interface Step<S> {

    /** The state after this entry, or {@code before} itself when the entry no longer applies. Never throws. */
    S apply(S before, long position);

    /** What {@code self} must append because of this change; every node computes only its own. */
    default List<Reaction<S>> reactions(Change<S> change, GroupId self) {
        return List.of();
    }
}
