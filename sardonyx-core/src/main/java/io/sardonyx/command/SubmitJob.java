package io.sardonyx.command;

import io.sardonyx.assignment.Checkpoints;
import io.sardonyx.assignment.CompletedCheckpoint;
import io.sardonyx.job.Allocation;
import io.sardonyx.job.JobScheduler;
import io.sardonyx.job.outline.Outline;
import io.sardonyx.log.Change;
import io.sardonyx.log.Reaction;
import io.sardonyx.replica.Replica;
import io.sardonyx.replica.Run;
import io.sardonyx.value.GroupId;
import io.sardonyx.value.JobId;
import java.util.List;
import java.util.Objects;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Command: submits a job.
 *
 * <p>Submitter: a client, after the content was stored under the job's id. Replica: the job is live, last in order;
 * nothing for an id that is live, ended or retired, or when the log has grown since the client planned it. Where a
 * coordinator assigns the peers, this position is the job's fence for good, and its place in the order of planning.
 * Duties: work is assigned anew. Reactions: where peers volunteer, under greedy all if this is the only job, else the
 * idle ones and those above the share of their jobs.
 *
 * @param ifAt position of the last entry before this one, as a precondition, or null for none
 * @param resumed the checkpoint that the job goes on from, or null for none; where neither its job keeps it any more
 *     nor one that has begun with it, its job has not ended, or this one has no checkpoints, nothing is submitted
 */
public record SubmitJob(
        Outline job, @Nullable Long ifAt, @Nullable Resumed resumed) implements Command {

    /** A checkpoint of a job that has ended, which is kept by that or by one that has begun with it. */
    public record Resumed(JobId job, long number) {}

    public SubmitJob(Outline job) {
        this(job, null, null);
    }

    public SubmitJob(Outline job, @Nullable Long ifAt) {
        this(job, ifAt, null);
    }

    @Override
    public Replica apply(Replica before, long position) {
        boolean movedOn = ifAt != null && ifAt != position - 1;
        if (movedOn || before.jobs().knows(job.id())) {
            return before;
        }
        Allocation allocation = before.cluster().allocation();
        Run run = Run.of(job.decidedFor(allocation));
        if (resumed != null) {
            boolean ended = !before.jobs().live().has(resumed.job);
            CompletedCheckpoint base = before.jobs().needed(resumed.job, resumed.number);
            if (base == null || !ended || !job.hasCheckpoints()) {
                return before;
            }
            run = run.with(Checkpoints.resuming(base.madeBy(resumed.job)));
        }
        return before.with(before.jobs().with(allocation == Allocation.COORDINATED ? run.at(position) : run))
                .settled(before, position);
    }

    @Override
    public List<Reaction<Replica>> reactions(Change<Replica> change, GroupId self) {
        Replica after = change.after();
        if (!change.happened() || after.cluster().allocation() != Allocation.VOLUNTEERED) {
            return List.of();
        }
        if (after.cluster().scheduler() == JobScheduler.GREEDY) {
            return after.jobs().live().size() > 1 ? List.of() : VolunteerReactions.of(after, self, peer -> true);
        }
        var released = new TreeSet<>(after.volunteering().released());
        return VolunteerReactions.of(after, self, peer -> peer.assignment() == null || released.contains(peer.id()));
    }

    /** Written out, as linking what a record has by itself takes milliseconds of every start. */
    @Override
    public boolean equals(@Nullable Object other) {
        return this == other
                || other instanceof SubmitJob that
                        && job.equals(that.job)
                        && Objects.equals(ifAt, that.ifAt)
                        && Objects.equals(resumed, that.resumed);
    }

    @Override
    public int hashCode() {
        return 31 * (31 * job.hashCode() + Objects.hashCode(ifAt)) + Objects.hashCode(resumed);
    }
}
