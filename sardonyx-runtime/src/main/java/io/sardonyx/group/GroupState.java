package io.sardonyx.group;

import io.sardonyx.port.Lease;
import io.sardonyx.replica.Replica;
import io.sardonyx.value.GroupId;
import org.jspecify.annotations.Nullable;

/**
 * How a group did a moment ago, for those who look from another thread than its own.
 *
 * @param id the one of its present life
 * @param position the last entry it had read, or -1
 * @param unsaid how many commands wait to be appended or are on their way
 * @param session whether the store holds it for alive; not before it has claimed its pulse
 * @param end why it takes no more part, or null while it does
 */
public record GroupState(
        GroupId id,
        Replica replica,
        long position,
        int unsaid,
        Lease.Standing session,
        @Nullable String end) {}
