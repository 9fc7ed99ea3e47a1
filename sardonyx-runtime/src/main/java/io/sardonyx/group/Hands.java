package io.sardonyx.group;

import io.sardonyx.codec.ReplicaView;
import io.sardonyx.duty.Duties;
import io.sardonyx.follow.Follower;
import io.sardonyx.follow.ReplicaFold;
import io.sardonyx.loop.Deadline;
import io.sardonyx.loop.Mailbox;
import io.sardonyx.port.Leases;
import io.sardonyx.port.Log;
import io.sardonyx.port.Origin;
import io.sardonyx.replica.Replica;
import io.sardonyx.value.GroupId;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * The one place where what a group must be doing meets what it does: watching pulses and trimming the log.
 *
 * <p>Asked again with the same duties it does nothing twice.
 */
final class Hands {

    private final Watches watches;
    private final Log log;
    private final Mailbox mailbox = new Mailbox();
    private final long pollNanos;
    private final Deadline retry = new Deadline();
    private boolean rebasing;
    private long rebased = -1;

    Hands(Leases leases, Log log, Consumer<GroupId> onDeath, long pollNanos) {
        this.watches = new Watches(leases, onDeath, pollNanos);
        this.log = log;
        this.pollNanos = pollNanos;
    }

    /** What is wanted from now on. */
    void take(Duties duties) {
        watches.take(duties.watches());
    }

    boolean turn(long nowNanos) {
        boolean worked = mailbox.drain();
        return watches.turn(nowNanos) || worked;
    }

    /** Stores an origin where one is wanted; any at or behind the entry that asked for it will do. */
    void trim(long nowNanos, Duties duties, Follower<Replica> follower) {
        Optional<Long> wanted = duties.trims();
        if (rebasing || !retry.isDue(nowNanos) || wanted.isEmpty() || wanted.get() <= rebased) {
            return;
        }
        rebasing = true;
        long position = follower.position();
        var origin = new Origin(position, ReplicaFold.origin(new ReplicaView(follower.state(), position)));
        mailbox.await(
                log.rebase(origin),
                done -> {
                    rebasing = false;
                    rebased = position;
                },
                failure -> {
                    rebasing = false;
                    retry.set(nowNanos + pollNanos);
                });
    }

    void close() {
        watches.close();
    }
}
