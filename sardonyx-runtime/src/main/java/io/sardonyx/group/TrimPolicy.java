package io.sardonyx.group;

import io.sardonyx.follow.Follower;
import io.sardonyx.loop.Deadline;
import io.sardonyx.replica.Replica;
import io.sardonyx.replica.Trim;
import io.sardonyx.value.GroupId;

/**
 * When a group asks for the history to be cut: the member with the lowest id does, when the history has grown long, or
 * old. It does not wait until it has read everything, which may never be.
 */
final class TrimPolicy {

    /** An old history that is shorter is left alone, so that an idle cluster appends nothing. */
    private static final int WORTH_A_TRIM = 100;

    private final GroupId id;
    private final GroupSettings settings;
    private final Deadline old = new Deadline();
    private long seen = -1;
    private long askAgainAt;

    TrimPolicy(GroupId id, GroupSettings settings) {
        this.id = id;
        this.settings = settings;
    }

    /** Whether to ask for it now; then it is not due again before something came of it, or much more history did. */
    boolean isDue(long nowNanos, Follower<Replica> follower) {
        Trim last = follower.state().trim();
        long trimmed = last == null ? 0 : last.position();
        if (trimmed != seen) {
            seen = trimmed;
            old.set(nowNanos + settings.gcAfter().toNanos());
            askAgainAt = 0;
        }
        long grown = follower.position() - trimmed;
        boolean due = grown >= settings.gcEvery() || grown >= WORTH_A_TRIM && old.isDue(nowNanos);
        var members = follower.state().ring().members().keys().inOrder();
        if (!due
                || follower.position() < askAgainAt
                || members.isEmpty()
                || !members.get(0).equals(id)) {
            return false;
        }
        askAgainAt = follower.position() + settings.gcEvery();
        return true;
    }
}
