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
 * The sure way into the log: what the replica shows as owed is appended when it has stayed so for a while although
 * nothing is on its way.
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

    /** The first try to join comes at once, every other after a growing time. */
    private long waitNanos(boolean joins, Ring ring) {
        if (!joins) {
            return patienceNanos;
        }
        return ring.aborted().has(self) ? joinBackOff.nextNanos() : 0;
    }

    /** Of many who wait outside, about as many try as there are free members to help them in. */
    private boolean isItsTurn(Ring ring) {
        int free = ring.members().size() - ring.joining().size();
        int waiting = ring.aborted().size() + (ring.aborted().has(self) ? 0 : 1);
        return ring.members().isEmpty() || random.nextInt(waiting) < Math.max(1, free);
    }
}
