package io.sardonyx.group;

import io.sardonyx.content.DocumentSweeper;
import io.sardonyx.duty.Duties;
import io.sardonyx.entry.ReplicaView;
import io.sardonyx.follow.Follower;
import io.sardonyx.follow.ReplicaFold;
import io.sardonyx.json.BadInput;
import io.sardonyx.loop.Deadline;
import io.sardonyx.loop.Mailbox;
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
 * Reconciles what a group does with its {@link Duties}: watches leases of other groups, trims the log and deletes
 * documents of jobs that the replica no longer remembers.
 *
 * <p>Idempotent: the same duties given again start nothing twice. Confined to the group's thread; answers of the store
 * arrive through a {@link Mailbox}.
 */
final class DutyExecutor {

    /** Delay between a gc entry and the trim, in which members with another replica may object. */
    private static final long GRACE_NANOS = 1_000_000_000;
    /** Pause between two steps of a sweep, for other users of the store. */
    private static final Duration SWEEP_PAUSE = Duration.ofMillis(20);

    /** Retry delay after a failed step. */
    private static final Duration SWEEP_AGAIN = Duration.ofSeconds(30);

    private final PulseWatches watches;
    private final Log log;
    private final DocumentSweeper leftovers;
    private final Mailbox mailbox = new Mailbox();
    private final long pollNanos;
    private final Deadline retry = new Deadline();
    private boolean rebasing;
    private boolean sweeps;
    /* Whether a trim happened during the current sweep, so that another has to follow: more jobs may be forgotten. */
    private boolean sweepsAnew;
    private boolean sweeping;
    /** Number of the read after which a sweep may trust the replica, or -1 when none was asked for. */
    private long freshAt = -1;

    private final Deadline nextSweep = new Deadline();
    /** Position of the last origin stored by this process, or of a trim given up because the origin was too long. */
    private long rebased = -1;
    /** Position of the last gc entry for which the grace time was started. */
    private long seen = -1;

    DutyExecutor(Leases leases, DocumentSweeper leftovers, Log log, Consumer<GroupId> onDeath, long pollNanos) {
        this.watches = new PulseWatches(leases, onDeath, pollNanos);
        this.leftovers = leftovers;
        this.log = log;
        this.pollNanos = pollNanos;
    }

    /** Sets the wanted state; effective at once. */
    void take(Duties duties) {
        watches.take(duties.watches());
    }

    boolean turn(long nowNanos) {
        boolean worked = mailbox.drain(nowNanos);
        return watches.turn(nowNanos) || worked;
    }

    /** Stores an origin if a gc entry asks for one; any position at or after that entry is correct. */
    void trim(long nowNanos, Duties duties, Follower<Replica> follower) {
        sweep(nowNanos, follower);
        Optional<Long> wanted = duties.trims();
        if (wanted.isPresent() && wanted.get() > seen) {
            /* A member whose replica differs from the gc entry's hash has this long to object. */
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
     * Deletes a few documents of forgotten jobs per step, with pauses for other users of the store, until none is left.
     * If this process ends before, the sweep after the next trim finds the rest.
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

    /**
     * Whether the log was read to its end after the sweep became due: the replica of a process that was paused may lack
     * a live job, whose documents must not be deleted.
     */
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
