package io.sardonyx.report;

import io.sardonyx.value.Assignment;
import io.sardonyx.value.GroupId;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * View of a process after a turn of its group, for an observer that is called after every turn. Valid during that call,
 * on its thread; what it returns is immutable and may be kept.
 */
public interface MemberTurn {

    /** The id of its current incarnation. */
    GroupId id();

    /** The last entry it has read, or -1. */
    long position();

    /** Whether the cluster counts it as a member. */
    boolean isMember();

    /** Whether it is a member, has read the log to its end and has nothing left to append. */
    boolean isSettled();

    /** The tasks that its peers are assigned to. */
    List<Assignment> work();

    /** The groups whose leases it watches. */
    List<GroupId> watches();

    /** Why its former incarnation ended, or null if there was none. */
    @Nullable
    String formerEnd();

    /** Hash of the replica at its position, as {@code replica show} prints it; takes time in a large cluster. */
    String replicaHash();
}
