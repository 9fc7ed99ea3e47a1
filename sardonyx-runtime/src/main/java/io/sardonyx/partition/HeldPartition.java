package io.sardonyx.partition;

import io.sardonyx.content.Checkpoint;
import io.sardonyx.content.PartitionCodec;
import io.sardonyx.lease.Candidate;
import io.sardonyx.lease.Contender;
import io.sardonyx.lease.HeldLease;
import io.sardonyx.lease.LockDocument;
import io.sardonyx.lease.Moment;
import io.sardonyx.lease.PartitionDocument;
import io.sardonyx.lease.Sighting;
import io.sardonyx.loop.Deadline;
import io.sardonyx.loop.Mailbox;
import io.sardonyx.plugin.Lifecycle.StopReason;
import io.sardonyx.port.Documents;
import io.sardonyx.store.LockCodec;
import io.sardonyx.value.JobId;
import io.sardonyx.value.table.SortedTable;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * A partition that this node claims and works on, from the claim to the write that gives it back. Renewals carry the
 * position up to which everything is settled. Confined to the node's thread.
 *
 * <pre>
 *   CLAIMING ─ granted ─▶ RUNNING ─ at its end, failed or asked to ─▶ STOPPING ─ loops closed ─▶ RELEASING ─▶ OVER
 *       └─ refused ─▶ OVER    └─ the lease may have ended ─▶ LOST ─ loops closed ─▶ RELEASING, if it is still ours
 * </pre>
 */
public final class HeldPartition {

    /** Longest time for which what was read is finished before the partition is given back. */
    private static final long DRAIN_NANOS = Duration.ofSeconds(10).toNanos();

    /** Progress of this node's work on the partition. */
    public enum Phase {
        CLAIMING,
        RUNNING,
        DRAINING,
        STOPPING,
        RELEASING,
        LOST,
        OVER
    }

    /** How the partition is given back. */
    private enum End {
        DONE,
        FAILED,
        GIVEN_BACK
    }

    /**
     * What it works with.
     *
     * @param documents of nodes
     * @param attempts how often a partition may fail
     * @param clock monotonic time in nanoseconds
     */
    public record Setting(
            Candidate self,
            int attempts,
            Documents documents,
            Mailbox mailbox,
            LongSupplier clock,
            LeaseCounters counters) {}

    private final Setting setting;
    private final JobId job;
    private final PartitionWork.Starter starter;
    private final DocumentLock lock;
    private final Deadline stopBy = new Deadline();
    /* The document as it is to be written next, or was written last. */
    private PartitionDocument document;
    /* The document as it was after the latest write that is known to be applied; null before the first. */
    private @Nullable PartitionDocument written;
    private Phase phase = Phase.CLAIMING;
    private @Nullable PartitionWork work;
    private End end = End.GIVEN_BACK;
    private String failure = "";
    /* Fence of the lease, once it is granted. */
    private long fence;
    /* Whether the claim was sent. */
    private boolean attempted;
    /* Whether the document is in the state in which it is given back. */
    private boolean ended;

    public HeldPartition(Sighting<PartitionDocument> seen, PartitionWork.Starter starter, Setting setting) {
        this.setting = setting;
        this.job = PartitionCodec.jobOf(seen.document());
        this.starter = starter;
        this.document = seen.document();
        var sighting = new Sighting<>(seen.observation(), seen.document().lock());
        this.lock = new DocumentLock(
                new Contender(seen.name(), setting.self, Optional.of(sighting), Optional.empty(), Optional.empty()),
                setting.documents,
                setting.mailbox,
                setting.clock,
                found -> LockCodec.decoded(found.name(), found.body()));
    }

    /** A partition that has this node's name although nobody works on it here: it is only to be given back. */
    public static HeldPartition leftBehind(Sighting<PartitionDocument> seen, Setting setting) {
        var left = new HeldPartition(
                seen,
                grant -> {
                    throw new IllegalStateException("it is given back");
                },
                setting);
        left.fence = seen.document().lock().fence();
        left.phase = Phase.RELEASING;
        return left;
    }

    public JobId job() {
        return job;
    }

    /** The document as this node wrote it last, or as it was seen before. */
    public PartitionDocument document() {
        return written == null ? document : written;
    }

    /** Whether the store has confirmed every write of this node. */
    public boolean isConfirmed() {
        return written != null && written.equals(document);
    }

    /** The version of the document after this node's last write. */
    public long version() {
        return lock.version();
    }

    public Phase phase() {
        return phase;
    }

    /** Whether it occupies a worker. */
    public boolean isOver() {
        return phase == Phase.OVER;
    }

    /** Begins to give it back: nothing new is read, what was read is finished. */
    public void giveBack(long nowNanos) {
        HeldLease granted = lock.lease();
        if (phase == Phase.CLAIMING && !attempted) {
            phase = Phase.OVER;
        } else if (phase == Phase.CLAIMING && granted != null) {
            fence = granted.fence();
            phase = Phase.RELEASING;
        } else if (phase == Phase.RUNNING) {
            Objects.requireNonNull(work).drain();
            phase = Phase.DRAINING;
            stopBy.set(nowNanos + DRAIN_NANOS);
        }
    }

    /** Gives it back at once, because its job has ended. */
    public void abandon() {
        if (phase == Phase.RUNNING || phase == Phase.DRAINING) {
            stop(End.GIVEN_BACK, StopReason.JOB_KILLED);
        }
    }

    public boolean turn(Moment now) {
        return switch (phase) {
            case CLAIMING -> claim(now);
            case RUNNING -> run(now);
            case DRAINING -> drain(now);
            case STOPPING -> awaitClosed(now, Phase.RELEASING);
            case RELEASING -> release(now);
            case LOST -> awaitClosed(now, Phase.RELEASING);
            case OVER -> false;
        };
    }

    private boolean claim(Moment now) {
        HeldLease granted = lock.lease();
        if (granted != null) {
            begin(granted);
            return true;
        }
        if (attempted && lock.isLost()) {
            // Another node came first. What is there now was not seen by this claim and may be done, or gone.
            phase = Phase.OVER;
            return true;
        }
        boolean called = lock.contend(now, this::encoded, () -> written = document);
        attempted |= called;
        return called;
    }

    /** A renewal or claim; the position is what is settled when it is sent. */
    private byte[] encoded(LockDocument next) {
        document = document.with(next);
        return PartitionCodec.encode(document);
    }

    private void begin(HeldLease granted) {
        phase = Phase.RUNNING;
        fence = granted.fence();
        setting.counters.claimed();
        work = starter.start(
                new PartitionWork.Grant(document, granted.fence(), () -> lock.mayActAt(setting.clock.getAsLong())));
    }

    private boolean run(Moment now) {
        PartitionWork running = Objects.requireNonNull(work);
        String reason = running.failure();
        if (!lock.mayActAt(now.nanos())) {
            lose(running);
            return true;
        }
        if (reason != null) {
            failure = reason;
            stop(End.FAILED, StopReason.FAILED);
            return true;
        }
        if (running.isDone()) {
            stop(End.DONE, StopReason.JOB_COMPLETED);
            return true;
        }
        return renew(now);
    }

    private boolean drain(Moment now) {
        PartitionWork running = Objects.requireNonNull(work);
        if (!lock.mayActAt(now.nanos())) {
            lose(running);
            return true;
        }
        if (running.isQuiet() || stopBy.isDue(now.nanos())) {
            stop(running.isDone() ? End.DONE : End.GIVEN_BACK, StopReason.GROUP_ENDED);
            return true;
        }
        return renew(now);
    }

    /** The holder has to stop: another node may take the partition over soon. */
    private void lose(PartitionWork running) {
        running.stop(StopReason.REASSIGNED);
        setting.counters.lostLease();
        end = End.GIVEN_BACK;
        phase = Phase.LOST;
    }

    private void stop(End how, StopReason reason) {
        end = how;
        Objects.requireNonNull(work).stop(reason);
        phase = Phase.STOPPING;
    }

    private boolean renew(Moment now) {
        PartitionWork running = Objects.requireNonNull(work);
        Checkpoint settled = running.settled();
        DocumentLock.Body body = next -> {
            document = at(settled).waitingFor(running.waiting());
            return encoded(next);
        };
        Runnable applied = () -> {
            written = document;
            setting.counters.renewed();
            running.written(settled);
        };
        return running.isWaiting() ? lock.renew(now, body, applied) : lock.contend(now, body, applied);
    }

    /** The document with a position up to which everything is settled. */
    private PartitionDocument at(Checkpoint settled) {
        return document.at(settled.position(), SortedTable.of(settled.skipped()));
    }

    private boolean awaitClosed(Moment now, Phase next) {
        if (Objects.requireNonNull(work).isClosed()) {
            phase = next;
            return true;
        }
        return phase == Phase.STOPPING && lock.mayActAt(now.nanos()) && renew(now);
    }

    /**
     * Gives it back, and again if that was refused although the document is still this node's: a read may show a
     * version from before a renewal whose answer was lost, or whose write comes late.
     */
    private boolean release(Moment now) {
        if (lock.isLost(fence)) {
            phase = Phase.OVER;
            return true;
        }
        return lock.release(
                now,
                free -> {
                    document = ended ? document.with(free) : ended();
                    ended = true;
                    return PartitionCodec.encode(document);
                },
                () -> written = document);
    }

    /** The document in the state in which it is given back. */
    private PartitionDocument ended() {
        PartitionDocument last = document;
        PartitionWork running = work;
        int most = setting.attempts;
        if (running != null) {
            last = at(running.settled()).waitingFor("");
            most = running.attempts(most);
        }
        String token = setting.self.token();
        Optional<PartitionDocument> next = switch (end) {
            case DONE -> last.completed(token, fence);
            case FAILED -> last.failed(token, fence, failure, most);
            case GIVEN_BACK -> last.released(token, fence);
        };
        return next.orElseThrow(() -> new IllegalStateException("it is held under fence " + fence));
    }

    /** Ends without a word, as if the process had died. */
    public void close() {
        PartitionWork running = work;
        if (running != null && phase != Phase.OVER) {
            running.stop(StopReason.GROUP_ENDED);
        }
        phase = Phase.OVER;
    }
}
