package io.sardonyx.group;

import io.sardonyx.port.Lease;
import io.sardonyx.replica.Replica;
import io.sardonyx.report.MemberState;
import io.sardonyx.value.GroupId;
import org.jspecify.annotations.Nullable;

/**
 * Immutable snapshot of a group after a turn, for other threads than its own.
 *
 * @param id id of its current incarnation
 * @param position the last entry it had read, or -1
 * @param unsaid number of commands that are queued or whose append is not confirmed yet
 * @param session standing of its lease; suspended before it was claimed
 * @param end why it takes no more part, or null while it does
 */
public record GroupState(
        GroupId id,
        Replica replica,
        long position,
        int unsaid,
        Lease.Standing session,
        @Nullable String end) {

    /** The same without the replica, for programs. */
    public MemberState view() {
        return new MemberState(id, position, replica.ring().members().size(), unsaid, session, end);
    }
}
