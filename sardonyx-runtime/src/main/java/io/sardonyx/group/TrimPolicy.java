package io.sardonyx.group;

import io.sardonyx.assignment.CompletedCheckpoint;
import io.sardonyx.command.CompleteCheckpoint;
import io.sardonyx.command.Gc;
import io.sardonyx.follow.Follower;
import io.sardonyx.log.Change;
import io.sardonyx.log.Entry;
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

    /** Most checkpoint entries that do not count. */
    private static final long MOST_SUPERSEDED = 100_000;

    private final GroupId id;
    private final GroupSettings settings;
    private final Deadline old = new Deadline();
    private long seen = -1;
    /** Entries since the last trim that completed a checkpoint and were superseded. */
    private long superseded;
    /** Position before which no other gc entry is appended, as long as the last trim is the same. */
    private long askAgainAt;

    TrimPolicy(GroupId id, GroupSettings settings) {
        this.id = id;
        this.settings = settings;
    }

    /**
     * Counts entries that complete a checkpoint after another one of the same job since the last trim. The older of the
     * two is needed no more; a job with an interval of seconds would else push out the history of all others.
     */
    void read(Entry<Replica> entry, Change<Replica> change) {
        if (entry.step() instanceof Gc) {
            superseded = 0;
        } else if (entry.step() instanceof CompleteCheckpoint complete && change.happened()) {
            CompletedCheckpoint former =
                    change.before().jobs().checkpoints(complete.job()).latest();
            Trim last = change.before().trim();
            superseded += former != null && former.position() > (last == null ? -1 : last.position()) ? 1 : 0;
        }
    }

    /**
     * Whether to append a gc entry now; once true, false until a trim happened or another {@code gcEvery} entries came.
     */
    boolean isDue(long nowNanos, Follower<Replica> follower) {
        return isDue(nowNanos, follower.state(), follower.position());
    }

    boolean isDue(long nowNanos, Replica replica, long position) {
        Trim last = replica.trim();
        long trimmed = last == null ? 0 : last.position();
        if (trimmed != seen) {
            seen = trimmed;
            old.set(nowNanos + settings.gcAfter().toNanos());
            askAgainAt = 0;
        }
        long grown = position - trimmed;
        boolean due = grown - Math.min(superseded, MOST_SUPERSEDED) >= settings.gcEvery()
                || grown >= WORTH_A_TRIM && old.isDue(nowNanos);
        var members = replica.ring().members().keys().inOrder();
        if (!due
                || position < askAgainAt
                || members.isEmpty()
                || !members.get(0).equals(id)) {
            return false;
        }
        askAgainAt = position + settings.gcEvery();
        return true;
    }
}
