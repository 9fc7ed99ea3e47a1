package io.sardonyx.command;

import io.sardonyx.replica.Dispute;
import io.sardonyx.replica.Replica;
import io.sardonyx.replica.Ring;
import io.sardonyx.value.GroupId;

/**
 * Command: a process has another replica than the author of a gc entry had, also after it has folded the log anew.
 *
 * <p>Submitter: the process that differs. Replica: the dispute is recorded and nothing is trimmed as long as both are
 * members; nothing when one of them is none. Duties: both stop. Reactions: none.
 *
 * @param author of the gc entry
 * @param position of the entry up to which both folded
 */
public record DisputeHash(GroupId id, GroupId author, long position) implements Command {

    @Override
    public Replica apply(Replica before, long at) {
        Ring ring = before.ring();
        boolean stale = id.equals(author) || !ring.isMember(id) || !ring.isMember(author) || before.dispute() != null;
        return stale ? before : before.with(new Dispute(id, author, position));
    }
}
