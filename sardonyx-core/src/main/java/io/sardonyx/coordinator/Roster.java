package io.sardonyx.coordinator;

import io.sardonyx.value.JobId;
import io.sardonyx.value.PeerId;
import io.sardonyx.value.TaskName;
import io.sardonyx.value.table.OrderedSet;
import io.sardonyx.value.table.OrderedTable;
import io.sardonyx.value.table.SortedTable;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * State of the coordinator, folded from its log. Immutable.
 *
 * <p>It contains no position of its own log, count of entries or time, so finitely many peers and tasks have finitely
 * many rosters, and the explorer can visit them all.
 *
 * @param idle queue of idle peers, longest idle first, so that work is spread
 * @param jobs the jobs that are not finished, in order of submission
 * @param finished those that are complete, in order of completion, each with the numbers of segments that tasks of it
 *     skipped, for its outcome
 * @param lastPlanned where the last planned job was submitted, or {@link #NOWHERE}
 * @param lastOffered where the job of the last offer was submitted, or {@link #NOWHERE}; the next round of offers
 *     starts with the job after it
 */
public record Roster(
        SortedTable<PeerId, RosterPeer> peers,
        OrderedSet<PeerId> idle,
        OrderedTable<JobId, JobProgress> jobs,
        OrderedTable<JobId, SortedTable<TaskName, Long>> finished,
        long lastPlanned,
        long lastOffered) {

    /** Position before the first entry of the cluster's log. */
    public static final long NOWHERE = -1;

    public static final Roster EMPTY = new Roster(
            SortedTable.empty(), OrderedSet.empty(), OrderedTable.empty(), OrderedTable.empty(), NOWHERE, NOWHERE);

    /**
     * How many finished jobs, and how many peers that were shut down, are remembered; bounds the size of the roster.
     */
    public static final int REMEMBERED = 10_000;

    public @Nullable TaskProgress task(JobId job, TaskName task) {
        var known = jobs.get(job);
        return known == null ? null : known.tasks().get(task);
    }

    /** The post for an offer of the task now, or null when there is no such task. */
    public @Nullable Post post(JobId job, TaskName name) {
        var task = task(job, name);
        return task == null ? null : new Post(job, name, task.attempt());
    }

    public boolean isComplete(Post post) {
        var task = task(post.job(), post.task());
        return task == null ? finished.has(post.job()) : task.complete();
    }

    /** The peer, if it is at exactly that post in that state. */
    @Nullable
    RosterPeer peerAt(PeerId id, PeerState state, Post post) {
        var peer = peers.get(id);
        return peer != null && peer.state() == state && peer.isAt(post) ? peer : null;
    }

    /** Whether the peer is idle and fit for the job, the post up to date, and the task has room for one more peer. */
    public boolean admits(PeerId id, Post post) {
        var peer = peers.get(id);
        var task = task(post.job(), post.task());
        return peer != null
                && peer.state() == PeerState.IDLE
                && task != null
                && task.attempt() == post.attempt()
                && task.hasRoom()
                && mayDo(id, post);
    }

    /** Whether the peer can run the job, and has not sealed this attempt at the task already. */
    boolean mayDo(PeerId id, Post post) {
        var job = jobs.get(post.job());
        var task = job == null ? null : job.tasks().get(post.task());
        return job != null
                && task != null
                && !job.unfit().has(id)
                && !task.sealers().has(id);
    }

    /**
     * Whether an active peer has to give up its task for an earlier one of its job: one that nobody works at, and that
     * no idle peer may do. Its own task cannot end before that one. Of all such peers it is the one furthest behind, so
     * that one at a time is moved.
     */
    boolean isNeededEarlier(PeerId id) {
        var peer = peers.get(id);
        var post = peer == null || peer.state() != PeerState.ACTIVE ? null : peer.post();
        var job = post == null ? null : jobs.get(post.job());
        if (post == null || job == null) {
            return false;
        }
        for (TaskProgress task : job.tasks().values()) {
            var name = task.planned().name();
            if (name.equals(post.task())) {
                return false;
            }
            if (!task.complete() && task.headcount().working() == 0) {
                var deserted = new Post(post.job(), name, task.attempt());
                return idle.inOrder().stream().noneMatch(other -> mayDo(other, deserted)) && isLastActive(id, job);
            }
        }
        return false;
    }

    /** Whether a peer has the highest slot of those that are active at the last task where anybody is. */
    private boolean isLastActive(PeerId id, JobProgress job) {
        var tasks = job.tasks().values();
        for (int t = tasks.size() - 1; t >= 0; t--) {
            var slots = tasks.get(t).slots();
            var last = slots.keys().stream()
                    .filter(there -> isActive(peers.get(there)))
                    .max(Comparator.comparingInt(there -> Objects.requireNonNull(slots.get(there))));
            if (last.isPresent()) {
                return last.get().equals(id);
            }
        }
        return false;
    }

    private static boolean isActive(@Nullable RosterPeer peer) {
        return peer != null && peer.state() == PeerState.ACTIVE;
    }

    public Headcount headcount(Post post) {
        var task = task(post.job(), post.task());
        return task == null ? Headcount.NONE : task.headcount();
    }

    /**
     * Whether every job is finished, or has no peer left that could do it: what must come about once faults have
     * stopped.
     */
    public boolean isHealthy() {
        return jobs.isEmpty()
                || jobs.values().stream().allMatch(job -> peers.keys().stream().noneMatch(id -> isFit(id, job)));
    }

    private boolean isFit(PeerId id, JobProgress job) {
        var peer = peers.get(id);
        return peer != null && peer.state().isLiving() && !job.unfit().has(id);
    }

    /**
     * This roster with a peer in another state; it takes a slot at the task it comes to and frees the one it leaves.
     */
    Roster with(PeerId id, RosterPeer peer) {
        var queue = peer.state() == PeerState.IDLE ? idle.with(id) : idle.without(id);
        return new Roster(
                peers.with(id, peer), queue, recounted(id, peers.get(id), peer), finished, lastPlanned, lastOffered);
    }

    private OrderedTable<JobId, JobProgress> recounted(PeerId id, @Nullable RosterPeer before, RosterPeer after) {
        var from = before == null ? null : before.postAtTask();
        var to = after.postAtTask();
        if (before == null || from == null) {
            return to == null ? jobs : changing(jobs, to, task -> task.joinedBy(id, after.state()));
        }
        if (to != null && to.isSameTask(from)) {
            return changing(jobs, to, task -> task.recounted(before.state(), after.state()));
        }
        var left = changing(jobs, from, task -> task.leftBy(id, before.state()));
        return to == null ? left : changing(left, to, task -> task.joinedBy(id, after.state()));
    }

    private static OrderedTable<JobId, JobProgress> changing(
            OrderedTable<JobId, JobProgress> jobs, Post post, UnaryOperator<TaskProgress> change) {
        var job = jobs.get(post.job());
        var task = job == null ? null : job.tasks().get(post.task());
        return job == null || task == null ? jobs : jobs.with(post.job(), job.with(change.apply(task)));
    }

    Roster planning(JobId id, long submitted, List<Plan.PlannedTask> tasks) {
        var more = jobs.with(id, JobProgress.of(submitted, tasks));
        return new Roster(peers, idle, more, finished, submitted, lastOffered);
    }

    Roster offering(PeerId id, Post post) {
        var taken = with(id, RosterPeer.acking(post));
        var job = jobs.get(post.job());
        long turn = job == null ? lastOffered : job.submitted();
        return new Roster(taken.peers, taken.idle, taken.jobs, finished, lastPlanned, turn);
    }

    /** Removes a peer from its task after a failure: another peer has to begin the task again. */
    Roster losing(PeerId id, RosterPeer gone) {
        var before = peers.get(id);
        var post = before == null ? null : before.postAtTask();
        var without = with(id, gone);
        if (before == null || post == null) {
            return without;
        }
        var relieved = before.state().isWorking()
                ? without.with(changing(without.jobs, post, TaskProgress::losingWorker))
                : without;
        return relieved.headcount(post).working() == 0 ? relieved.releasingWaiters(post) : relieved;
    }

    /** The sealer, now idle, reports the task as complete: it is, unless another peer joined it in the meantime. */
    Roster sealedBy(PeerId id, Post post, long skipped) {
        var headcount = headcount(post);
        return headcount.acking() + headcount.active() == 0
                ? completing(post, skipped)
                : with(changing(jobs, post, task -> task.sealedBy(id)));
    }

    Roster completing(Post post, long skipped) {
        var job = jobs.get(post.job());
        var task = job == null ? null : job.tasks().get(post.task());
        if (job == null || task == null || task.complete()) {
            return this;
        }
        return with(jobs.with(post.job(), job.completing(task, skipped)))
                .releasingWaiters(post)
                .finishing(post.job());
    }

    private Roster finishing(JobId id) {
        var job = jobs.get(id);
        if (job == null || !job.isComplete()) {
            return this;
        }
        var known = finished.with(id, job.skipped());
        while (known.size() > REMEMBERED) {
            known = known.without(known.keys().get(0));
        }
        return new Roster(peers, idle, jobs.without(id), known, lastPlanned, lastOffered);
    }

    private Roster releasingWaiters(Post post) {
        var task = task(post.job(), post.task());
        return task == null || task.headcount().waiting() == 0
                ? this
                : releasing(task, state -> state == PeerState.WAITING);
    }

    /** Makes the peers at a task idle that are in such a state, in the order of their ids. */
    private Roster releasing(TaskProgress task, Predicate<PeerState> which) {
        var roster = this;
        for (PeerId id : task.slots().keys()) {
            var peer = peers.get(id);
            if (peer != null && which.test(peer.state())) {
                roster = roster.with(id, RosterPeer.IDLE);
            }
        }
        return roster;
    }

    /** Gives up a job: whoever is at one of its tasks is idle. */
    Roster withdrawing(JobId id) {
        var job = jobs.get(id);
        if (job == null) {
            return this;
        }
        var roster = this;
        for (TaskProgress task : job.tasks().values()) {
            roster = roster.releasing(task, PeerState::isAtTask);
        }
        return roster.with(roster.jobs.without(id));
    }

    /** Keeps a peer away from a job that it cannot run. */
    Roster excluding(PeerId id, JobId unfitFor) {
        var job = jobs.get(unfitFor);
        if (job == null || job.unfit().has(id)) {
            return this;
        }
        var marked = with(jobs.with(unfitFor, job.with(job.unfit().with(id))));
        var peer = peers.get(id);
        var post = peer == null ? null : peer.postAtTask();
        return post != null && post.job().equals(unfitFor) ? marked.losing(id, RosterPeer.IDLE) : marked;
    }

    Roster shuttingDown(PeerId id, RosterPeer peer) {
        var shut = with(id, peer.shutDown());
        var fit = shut.jobs;
        for (JobId job : jobs.keys()) {
            var progress = fit.get(job);
            fit = progress == null
                    ? fit
                    : fit.with(job, progress.with(progress.unfit().without(id)));
        }
        return new Roster(forgettingShutDown(shut.peers), shut.idle, fit, finished, lastPlanned, lastOffered);
    }

    private Roster with(OrderedTable<JobId, JobProgress> otherJobs) {
        return new Roster(peers, idle, otherJobs, finished, lastPlanned, lastOffered);
    }

    /**
     * Forgets those with the lowest ids of too many peers that were shut down. Which ones hardly matters: if such a
     * peer registers again, it lets its first offer time out.
     */
    private static SortedTable<PeerId, RosterPeer> forgettingShutDown(SortedTable<PeerId, RosterPeer> peers) {
        if (peers.size() <= REMEMBERED) {
            return peers;
        }
        var gone = peers.keys().stream().filter(id -> isShutDown(peers.get(id))).toList();
        var kept = peers;
        for (PeerId id : gone.subList(0, Math.max(0, gone.size() - REMEMBERED))) {
            kept = kept.without(id);
        }
        return kept;
    }

    private static boolean isShutDown(@Nullable RosterPeer peer) {
        return peer != null && peer.notice() == RosterPeer.Notice.SHUT_DOWN;
    }
}
