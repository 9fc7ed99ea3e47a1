package io.sardonyx.report;

import io.sardonyx.port.Lease;
import io.sardonyx.value.GroupId;
import org.jspecify.annotations.Nullable;

/**
 * State of a process in its cluster after its last turn; immutable.
 *
 * @param id id of its current incarnation
 * @param position the last entry it had read, or -1
 * @param members number of members of the cluster, itself included once it has joined
 * @param unsaid number of commands that are queued or whose append is not confirmed yet
 * @param session standing of its lease; suspended before it was claimed
 * @param end why it takes no more part, or null while it does
 */
public record MemberState(
        GroupId id,
        long position,
        int members,
        int unsaid,
        Lease.Standing session,
        @Nullable String end) {}
