package io.sardonyx.replica;

import io.sardonyx.assignment.Progress;
import io.sardonyx.assignment.Stage;
import io.sardonyx.job.outline.Cause;
import io.sardonyx.log.Change;
import io.sardonyx.log.Entry;
import io.sardonyx.schedule.AssignmentPlan;
import io.sardonyx.schedule.Demand;
import io.sardonyx.schedule.Planner;
import io.sardonyx.schedule.Volunteering;
import io.sardonyx.value.Assignment;
import io.sardonyx.value.GroupId;
import io.sardonyx.value.JobId;
import io.sardonyx.value.PeerId;
import io.sardonyx.value.TaskName;
import io.sardonyx.value.table.SortedTable;
import java.util.ArrayList;
import org.jspecify.annotations.Nullable;

/**
 * Replicated state of the whole cluster, folded from the log: an immutable value that is equal in all processes that
 * have read the same entries.
 *
 * @param authors last sequence number of each writer, for deduplication
 * @param trim the trim that the last garbage collection asks for, or null
 * @param dispute the two members whose replicas differ, until one of them has left, or null
 */
public record Replica(
        ClusterParameters cluster,
        Ring ring,
        Peers peers,
        Jobs jobs,
        SortedTable<GroupId, Author> authors,
        @Nullable Trim trim,
        @Nullable Dispute dispute) {

    public static final Replica EMPTY = new Replica(
            ClusterParameters.UNFOUNDED, Ring.EMPTY, Peers.EMPTY, Jobs.EMPTY, SortedTable.empty(), null, null);

    /**
     * Applies an entry. A duplicate, whose sequence number its author has used before, is skipped, so a retried append
     * is idempotent. The author's sequence number is recorded on both sides of the change, so that it does not count as
     * one.
     */
    public Change<Replica> change(Entry<Replica> entry) {
        GroupId author = entry.author();
        if (author == null) {
            return new Change<>(this, entry.step().apply(this, entry.position()));
        }
        Author heard = authors.get(author);
        if (heard != null && entry.sequence() <= heard.sequence()) {
            return new Change<>(this, this);
        }
        Replica before = with(authors.with(author, new Author(entry.sequence(), entry.position())));
        return new Change<>(before, entry.step().apply(before, entry.position()));
    }

    public Replica with(ClusterParameters other) {
        return new Replica(other, ring, peers, jobs, authors, trim, dispute);
    }

    public Replica with(Ring other) {
        return other == ring ? this : new Replica(cluster, other, peers, jobs, authors, trim, dispute);
    }

    public Replica with(Peers other) {
        return new Replica(cluster, ring, other, jobs, authors, trim, dispute);
    }

    public Replica with(Jobs other) {
        return new Replica(cluster, ring, peers, other, authors, trim, dispute);
    }

    public Replica with(SortedTable<GroupId, Author> others) {
        return others == authors ? this : new Replica(cluster, ring, peers, jobs, others, trim, dispute);
    }

    public Replica with(Trim other) {
        return new Replica(cluster, ring, peers, jobs, authors, other, dispute);
    }

    public Replica with(@Nullable Dispute other) {
        return new Replica(cluster, ring, peers, jobs, authors, trim, other);
    }

    /** Makes a group a member and its orphans present peers. */
    public Replica admitting(Ring other, GroupId member, long position) {
        Peers promoted = peers.promote(member);
        Replica admitted = new Replica(cluster, other, promoted, jobs, authors, trim, dispute);
        return promoted == peers ? admitted : admitted.settled(this, position);
    }

    /**
     * Assigns peers anew, as the allocation requires, and sets the entry's position as the fence of all jobs whose
     * places differ from those before the entry.
     */
    public Replica settled(Replica before, long position) {
        Replica placed = switch (cluster.allocation()) {
            case PLANNED -> planned();
            case VOLUNTEERED -> withoutUncoverable();
            case COORDINATED -> this;
        };
        return placed.fenced(before, position);
    }

    /** The plan for the current jobs and peers. */
    public AssignmentPlan plan() {
        for (Run run : jobs.live().values()) {
            if (run.isRestricted()) {
                return Fitness.plan(this);
            }
        }
        return Planner.plan(cluster.scheduler(), jobs.demands(), peers.present());
    }

    private Replica planned() {
        if (jobs.live().isEmpty()) {
            return this;
        }
        AssignmentPlan plan = plan();
        if (plan.moves().isEmpty()) {
            return this;
        }
        var runs = new ArrayList<Run>();
        for (int j = 0; j < plan.demands().size(); j++) {
            Run run = jobs.live().values().get(j);
            Run placed = run.with(Fitness.unrestricted(plan.demands().get(j), run));
            if (placed != run) {
                runs.add(placed);
            }
        }
        return with(jobs.with(runs)).with(peers.moved(plan));
    }

    /** The rules by which volunteers get their tasks, as the jobs and peers are now. */
    public Volunteering volunteering() {
        return Volunteers.of(this).volunteering();
    }

    /**
     * Under allocation <em>volunteered</em>, frees the peers of jobs that need all their tasks covered and no longer
     * can be.
     */
    private Replica withoutUncoverable() {
        int[] shares = volunteering().shares();
        Replica covered = this;
        for (int j = 0; j < shares.length; j++) {
            Run run = jobs.live().values().get(j);
            if (run.job().wholeOnly() && shares[j] == 0 && run.demand().size() > 0) {
                covered = covered.vacated(run);
            }
        }
        return covered;
    }

    /** Frees all peers of a job, so that all its places are assigned anew. */
    public Replica vacated(Run run) {
        var stages = run.demand().stages().stream()
                .map(stage -> stage.progress() == Progress.COMPLETE ? stage : Stage.EMPTY)
                .toList();
        return with(jobs.with(run.with(new Demand(run.job(), stages)))).with(peers.idled(run.demand()));
    }

    /** Removes what is recorded about a group that has left. */
    public Replica without(GroupId group) {
        var changed = new ArrayList<Run>();
        for (Run run : jobs.live().values()) {
            Run forgetting = run.with(run.health().without(group));
            if (forgetting != run) {
                changed.add(forgetting);
            }
        }
        Replica without = changed.isEmpty() ? this : with(jobs.with(changed));
        return dispute != null && dispute.concerns(group) ? without.with((Dispute) null) : without;
    }

    /** Sets the fence of all jobs whose places have changed. */
    private Replica fenced(Replica before, long position) {
        var changed = new ArrayList<Run>();
        for (Run run : jobs.live().values()) {
            Run old = before.jobs.live().get(run.job().id());
            boolean moved = old == null ? run.demand().size() > 0 : run.isPlacedUnlike(old);
            if (moved) {
                changed.add(run.at(position));
            }
        }
        return changed.isEmpty() ? this : with(jobs.with(changed));
    }

    /** Assigns a peer to a task, and removes it from its former one. */
    public Replica placing(PeerId id, JobId job, int task) {
        Replica freed = withoutPlace(id);
        Peer peer = freed.peers.present().get(id);
        Run run = freed.jobs.live().get(job);
        if (peer == null || run == null) {
            return this;
        }
        Stage stage = run.stage(task).with(id, peer.site());
        int slot = stage.places().get(stage.places().size() - 1).slot();
        TaskName name = run.job().tasks().get(task).name();
        return freed.with(freed.jobs.with(run.with(task, stage)))
                .with(freed.peers.with(peer.assigned(new Assignment(id, job, name, slot), true)));
    }

    /** Makes a peer idle. */
    public Replica withoutPlace(PeerId id) {
        Peer peer = peers.present().get(id);
        Assignment assignment = peer == null ? null : peer.assignment();
        if (peer == null || assignment == null) {
            return this;
        }
        Replica idle = with(peers.with(peer.assigned(null, false)));
        Run run = jobs.live().get(assignment.job());
        int task = run == null ? -1 : run.job().indexOf(assignment.task());
        return run == null || task < 0
                ? idle
                : idle.with(jobs.with(run.with(task, run.stage(task).without(id))));
    }

    /** Completes a task of a queued job and makes its peers idle; completes the job with its last task. */
    public Replica completing(Run run, TaskName task, long position) {
        Run completed = run.complete(task);
        Peers idle = peers.idled(run.stage(run.job().indexOf(task)).places());
        Replica after = with(jobs.with(completed)).with(idle);
        return completed.isComplete() ? after.completing(completed, position) : after;
    }

    /** Completes a job and makes its peers idle. */
    public Replica completing(Run run, long position) {
        Ending ending = Ending.of(run, position, Cause.UNSAID, false);
        return with(jobs.complete(run.job().id(), ending)).with(peers.idled(run.demand()));
    }

    /** Ends a job all of whose outputs are published, and makes its peers idle: completed, or stopped if it was to. */
    public Replica ending(Run run, long position) {
        return run.checkpoints().stopping() ? stopping(run, position) : completing(run, position);
    }

    /** Stops a job at its latest checkpoint and makes its peers idle. */
    public Replica stopping(Run run, long position) {
        Ending ending = Ending.of(run, position, Cause.UNSAID, true);
        return with(jobs.kill(run.job().id(), ending)).with(peers.idled(run.demand()));
    }

    /** Kills a job and makes its peers idle. */
    public Replica killing(Run run, long position, Cause cause) {
        Ending ending = Ending.of(run, position, cause, false);
        return with(jobs.kill(run.job().id(), ending)).with(peers.idled(run.demand()));
    }
}
