package io.sardonyx.group;

import io.sardonyx.command.Command;
import io.sardonyx.command.PrepareJoinCluster;
import io.sardonyx.follow.Follower;
import io.sardonyx.follow.Outbox;
import io.sardonyx.loop.BackOff;
import io.sardonyx.loop.Deadline;
import io.sardonyx.replica.Replica;
import io.sardonyx.replica.Ring;
import io.sardonyx.value.GroupId;
import java.util.List;
import java.util.random.RandomGenerator;

/**
 * Retries owed commands: what the replica shows as owed is appended when it is still owed after a delay although no
 * command of this group is on its way.
 *
 * <p>Reactions append the same commands at once; this covers those that were lost. Joining backs off exponentially.
 */
final class OwedCommands {

    private final GroupId self;
    private final Outbox outbox;
    private final long patienceNanos;
    private final BackOff joinBackOff;
    private final RandomGenerator random;
    private final Deadline patience = new Deadline();
    private boolean owing;

    OwedCommands(GroupId self, Outbox outbox, long patienceNanos, BackOff joinBackOff, RandomGenerator random) {
        this.self = self;
        this.outbox = outbox;
        this.patienceNanos = patienceNanos;
        this.joinBackOff = joinBackOff;
        this.random = random;
    }

    /** The group has joined, so the back-off starts from its first delay again. */
    void joined() {
        joinBackOff.succeeded();
    }

    void turn(long nowNanos, List<Command> owed, Follower<Replica> follower) {
        if (owed.isEmpty() || !outbox.isQuiet(follower)) {
            owing = false;
            return;
        }
        Ring ring = follower.state().ring();
        boolean joins = owed.get(0) instanceof PrepareJoinCluster;
        if (!owing) {
            owing = true;
            patience.set(nowNanos + waitNanos(joins, ring));
        }
        if (patience.isDue(nowNanos)) {
            owing = false;
            if (!joins || isItsTurn(ring)) {
                owed.forEach(outbox::queue);
            }
        }
    }

    /** Delay of a retry in nanoseconds: none for the first attempt to join, a growing one for the next. */
    private long waitNanos(boolean joins, Ring ring) {
        if (!joins) {
            return patienceNanos;
        }
        return ring.aborted().has(self) ? joinBackOff.nextNanos() : 0;
    }

    /**
     * Random choice that limits how many groups try to join at once to about the number of members free to accept one.
     */
    private boolean isItsTurn(Ring ring) {
        int free = ring.members().size() - ring.joining().size();
        int waiting = ring.aborted().size() + (ring.aborted().has(self) ? 0 : 1);
        return ring.members().isEmpty() || random.nextInt(waiting) < Math.max(1, free);
    }
}
