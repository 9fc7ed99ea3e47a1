package io.sardonyx.group;

import io.sardonyx.follow.Follower;
import io.sardonyx.loop.Deadline;
import io.sardonyx.replica.Replica;
import io.sardonyx.replica.Trim;
import io.sardonyx.value.GroupId;

/**
 * Decides when a group appends a gc entry to have the log trimmed: only the member with the lowest id does, when enough
 * entries or enough time have passed since the last trim. It need not have read to the end, which may never be seen.
 */
final class TrimPolicy {

    /** Minimum number of entries for a trim by age, so that an idle cluster appends nothing. */
    private static final int WORTH_A_TRIM = 100;

    private final GroupId id;
    private final GroupSettings settings;
    private final Deadline old = new Deadline();
    private long seen = -1;
    /** Position before which no other gc entry is appended, as long as the last trim is the same. */
    private long askAgainAt;

    TrimPolicy(GroupId id, GroupSettings settings) {
        this.id = id;
        this.settings = settings;
    }

    /**
     * Whether to append a gc entry now; once true, false until a trim happened or another {@code gcEvery} entries came.
     */
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
