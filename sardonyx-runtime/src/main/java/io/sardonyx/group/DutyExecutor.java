package io.sardonyx.group;

import io.sardonyx.content.DocumentSweeper;
import io.sardonyx.duty.Duties;
import io.sardonyx.entry.ReplicaView;
import io.sardonyx.follow.Follower;
import io.sardonyx.follow.ReplicaFold;
import io.sardonyx.json.BadInput;
import io.sardonyx.loop.Deadline;
import io.sardonyx.loop.Mailbox;
import io.sardonyx.port.Documents;
import io.sardonyx.port.Leases;
import io.sardonyx.port.Log;
import io.sardonyx.port.Origin;
import io.sardonyx.replica.Replica;
import io.sardonyx.value.GroupId;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;
import org.slf4j.LoggerFactory;

/**
 * The one place where what a group must be doing meets what it does: watching pulses, trimming the log and sweeping up
 * behind jobs that it forgets.
 *
 * <p>Asked again with the same duties it does nothing twice.
 */
final class DutyExecutor {

    private static final long GRACE_NANOS = 1_000_000_000;
    /** Between two steps of a sweep. */
    private static final Duration SWEEP_PAUSE = Duration.ofMillis(20);

    /** After a step that failed. */
    private static final Duration SWEEP_AGAIN = Duration.ofSeconds(30);

    private final PulseWatches watches;
    private final Log log;
    private final DocumentSweeper leftovers;
    private final Mailbox mailbox = new Mailbox();
    private final long pollNanos;
    private final Deadline retry = new Deadline();
    private boolean rebasing;
    private boolean sweeps;
    /* Whether there may be more of what the present sweep has looked at before. */
    private boolean sweepsAnew;
    private boolean sweeping;
    private long freshAt = -1;
    private final Deadline nextSweep = new Deadline();
    private long rebased = -1;
    private long seen = -1;

    DutyExecutor(Leases leases, Documents documents, Log log, Consumer<GroupId> onDeath, long pollNanos) {
        this.watches = new PulseWatches(leases, onDeath, pollNanos);
        this.leftovers = new DocumentSweeper(documents);
        this.log = log;
        this.pollNanos = pollNanos;
    }

    /** What is wanted from now on. */
    void take(Duties duties) {
        watches.take(duties.watches());
    }

    boolean turn(long nowNanos) {
        boolean worked = mailbox.drain(nowNanos);
        return watches.turn(nowNanos) || worked;
    }

    /** Stores an origin where one is wanted; any at or behind the entry that asked for it will do. */
    void trim(long nowNanos, Duties duties, Follower<Replica> follower) {
        sweep(nowNanos, follower);
        Optional<Long> wanted = duties.trims();
        if (wanted.isPresent() && wanted.get() > seen) {
            /* Who holds another replica than the gc entry tells has some time to object. */
            seen = wanted.get();
            retry.set(nowNanos + GRACE_NANOS);
        }
        if (rebasing || !retry.isDue(nowNanos) || wanted.isEmpty() || wanted.get() <= rebased) {
            return;
        }
        long position = follower.position();
        Origin origin;
        try {
            origin = new Origin(position, ReplicaFold.origin(new ReplicaView(follower.state(), position)));
        } catch (BadInput tooLong) {
            rebased = wanted.get();
            LoggerFactory.getLogger(DutyExecutor.class)
                    .error(
                            "the log is not trimmed: its origin at entry {} {}; end jobs, or remember fewer of them",
                            position,
                            tooLong.getMessage());
            return;
        }
        rebasing = true;
        mailbox.await(
                log.rebase(origin),
                done -> {
                    rebasing = false;
                    rebased = position;
                    sweepsAnew = sweeps;
                    sweeps = true;
                    nextSweep.hasten();
                },
                failure -> {
                    rebasing = false;
                    retry.set(nowNanos + pollNanos);
                });
    }

    /**
     * Deletes a few documents of jobs that are not kept, with pauses for others who need the store, until nothing is
     * left. Should this process end before, the next trim finds the rest.
     */
    private void sweep(long nowNanos, Follower<Replica> follower) {
        if (!sweeps || sweeping || !nextSweep.isDue(nowNanos) || !isFresh(follower)) {
            return;
        }
        sweeping = true;
        mailbox.await(
                leftovers.step(follower.state(), nowNanos),
                next -> {
                    sweeping = false;
                    boolean more = next == DocumentSweeper.Next.MORE || sweepsAnew;
                    sweepsAnew &= next == DocumentSweeper.Next.MORE;
                    sweeps = more || next == DocumentSweeper.Next.LATER;
                    nextSweep.set(nowNanos + (more ? SWEEP_PAUSE : DocumentSweeper.GRACE).toNanos());
                },
                failure -> {
                    sweeping = false;
                    nextSweep.set(nowNanos + SWEEP_AGAIN.toNanos());
                });
    }

    /** Whether the log was read since it was asked first: who was paused may not know of a job that lives. */
    private boolean isFresh(Follower<Replica> follower) {
        if (freshAt < 0) {
            freshAt = follower.asked() + 1;
            follower.doubt();
        }
        boolean isFresh = follower.reads() >= freshAt && follower.isCaughtUp();
        freshAt = isFresh ? -1 : freshAt;
        return isFresh;
    }

    void close() {
        watches.close();
    }
}
