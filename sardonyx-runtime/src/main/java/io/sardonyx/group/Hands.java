package io.sardonyx.group;

import io.sardonyx.codec.ReplicaView;
import io.sardonyx.content.Leftovers;
import io.sardonyx.duty.Duties;
import io.sardonyx.follow.Follower;
import io.sardonyx.follow.ReplicaFold;
import io.sardonyx.loop.Deadline;
import io.sardonyx.loop.Mailbox;
import io.sardonyx.port.Documents;
import io.sardonyx.port.Leases;
import io.sardonyx.port.Log;
import io.sardonyx.port.Origin;
import io.sardonyx.replica.Replica;
import io.sardonyx.value.GroupId;
import io.sardonyx.value.JobId;
import io.sardonyx.value.OrderedSet;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * The one place where what a group must be doing meets what it does: watching pulses, trimming the log and sweeping up
 * behind jobs that it forgets.
 *
 * <p>Asked again with the same duties it does nothing twice.
 */
final class Hands {

    private static final long GRACE_NANOS = 1_000_000_000;

    private final Watches watches;
    private final Log log;
    private final Leftovers leftovers;
    private final Mailbox mailbox = new Mailbox();
    private final long pollNanos;
    private final Deadline retry = new Deadline();
    private boolean rebasing;
    private boolean sweeping;
    private long rebased = -1;
    private long seen = -1;

    Hands(Leases leases, Documents documents, Log log, Consumer<GroupId> onDeath, long pollNanos) {
        this.watches = new Watches(leases, onDeath, pollNanos);
        this.leftovers = new Leftovers(documents);
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
        if (wanted.isPresent() && wanted.get() > seen) {
            /* Who holds another replica than the gc entry tells has some time to object. */
            seen = wanted.get();
            retry.set(nowNanos + GRACE_NANOS);
        }
        if (rebasing || !retry.isDue(nowNanos) || wanted.isEmpty() || wanted.get() <= rebased) {
            return;
        }
        rebasing = true;
        long position = follower.position();
        OrderedSet<JobId> retired = follower.state().jobs().retired();
        var origin = new Origin(position, ReplicaFold.origin(new ReplicaView(follower.state(), position)));
        mailbox.await(
                log.rebase(origin),
                done -> {
                    rebasing = false;
                    rebased = position;
                    sweep(retired);
                },
                failure -> {
                    rebasing = false;
                    retry.set(nowNanos + pollNanos);
                });
    }

    /** Should it fail, or this process with it, the next trim finds what is left. */
    private void sweep(OrderedSet<JobId> retired) {
        if (!sweeping && !retired.isEmpty()) {
            sweeping = true;
            mailbox.await(leftovers.sweep(retired), done -> sweeping = false, failure -> sweeping = false);
        }
    }

    void close() {
        watches.close();
    }
}
