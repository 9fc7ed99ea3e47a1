package io.sardonyx.replica;

import io.sardonyx.assignment.Assignment;
import io.sardonyx.assignment.Progress;
import io.sardonyx.assignment.Stage;
import io.sardonyx.job.Cause;
import io.sardonyx.log.Change;
import io.sardonyx.log.Entry;
import io.sardonyx.schedule.AssignmentPlan;
import io.sardonyx.schedule.Demand;
import io.sardonyx.schedule.Planner;
import io.sardonyx.schedule.Volunteering;
import io.sardonyx.value.GroupId;
import io.sardonyx.value.JobId;
import io.sardonyx.value.PeerId;
import io.sardonyx.value.SortedTable;
import io.sardonyx.value.TaskName;
import java.util.ArrayList;
import org.jspecify.annotations.Nullable;

/**
 * The whole cluster as one immutable value: what every process that has read the same entries holds.
 *
 * @param authors how far each writer was heard
 * @param trim who has to trim the log since the last gc, or null
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
     * What an entry does to this replica. An entry that its author already got through is skipped, so a retried append
     * does nothing twice; that the author was heard is noted on both sides of the change.
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

    /** The group is a member from now on, and its orphans are peers. */
    public Replica admitting(Ring other, GroupId member, long position) {
        Peers promoted = peers.promote(member);
        Replica admitted = new Replica(cluster, other, promoted, jobs, authors, trim, dispute);
        return promoted == peers ? admitted : admitted.settled(this, position);
    }

    /**
     * This replica with everybody where the allocation wants them, compared with the one before the entry: jobs whose
     * places are not the same get the entry's position as their fence.
     */
    public Replica settled(Replica before, long position) {
        Replica placed = switch (cluster.allocation()) {
            case PLANNED -> planned();
            case VOLUNTEERED -> withoutUncoverable();
            case COORDINATED -> this;
        };
        return placed.fenced(before, position);
    }

    /** The plan for what is here now. */
    public AssignmentPlan plan() {
        return jobs.live().values().stream().noneMatch(Run::isRestricted)
                ? Planner.plan(cluster.scheduler(), jobs.demands(), peers.present())
                : Fitness.plan(this);
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
        return with(jobs.with(runs)).with(peers.moved(plan.moves()));
    }

    public Volunteering volunteering() {
        return new Volunteering(
                cluster.scheduler(), jobs.demands(), peers.present().size());
    }

    /**
     * Where peers volunteer, a job that needs all its tasks covered gives its peers back when too few are left for it.
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

    /** This replica without any peer on the job, so that all its places are given anew. */
    public Replica vacated(Run run) {
        var stages = run.demand().stages().stream()
                .map(stage -> stage.progress() == Progress.COMPLETE ? stage : Stage.EMPTY)
                .toList();
        return with(jobs.with(run.with(new Demand(run.job(), stages)))).with(peers.idled(run.demand()));
    }

    /** This replica without what was told of a group that has left. */
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

    /** This replica with a peer in a task, wherever it was before. */
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

    /** This replica with a peer idle. */
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

    /** This replica with a task of a queued job done and its peers idle; the job is over when it was the last. */
    public Replica completing(Run run, TaskName task, long position) {
        Run completed = run.complete(task);
        Peers idle = peers.idled(run.stage(run.job().indexOf(task)).places());
        Replica after = with(jobs.with(completed)).with(idle);
        return completed.isComplete() ? after.completing(completed, position) : after;
    }

    /** This replica with a job done and its peers idle. */
    public Replica completing(Run run, long position) {
        var ending = new Ending(run.job(), run.completed(), position, Cause.UNSAID, run.skipped());
        return with(jobs.complete(run.job().id(), ending)).with(peers.idled(run.demand()));
    }

    /** This replica with a job stopped and its peers idle. */
    public Replica killing(Run run, long position, Cause cause) {
        var ending = new Ending(run.job(), run.completed(), position, cause, run.skipped());
        return with(jobs.kill(run.job().id(), ending)).with(peers.idled(run.demand()));
    }
}
