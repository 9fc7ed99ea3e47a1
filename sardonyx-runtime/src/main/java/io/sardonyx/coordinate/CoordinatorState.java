package io.sardonyx.coordinate;

import io.sardonyx.coordinator.Roster;
import io.sardonyx.value.GroupId;
import org.jspecify.annotations.Nullable;

/**
 * Immutable snapshot of a coordinator after a turn, for other threads than its own.
 *
 * @param leads whether it is the leader
 * @param standsBy whether another one was the leader when it last asked
 * @param position the last event it had read, or -1
 * @param end why it takes no more part, or null while it does
 */
public record CoordinatorState(
        GroupId id,
        boolean leads,
        boolean standsBy,
        Roster roster,
        long position,
        @Nullable String end) {}
