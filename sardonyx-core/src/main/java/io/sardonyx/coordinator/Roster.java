package io.sardonyx.coordinator;

import io.sardonyx.value.JobId;
import io.sardonyx.value.PeerId;
import io.sardonyx.value.TaskName;
import io.sardonyx.value.table.OrderedSet;
import io.sardonyx.value.table.OrderedTable;
import io.sardonyx.value.table.SortedTable;
import java.util.List;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * State of the coordinator, folded from its log. Immutable.
 *
 * <p>It contains no position, count of entries or time, so finitely many peers and tasks have finitely many rosters,
 * and the explorer can visit them all.
 *
 * @param idle queue of idle peers, longest idle first, so that work is spread
 * @param jobs all jobs in order of creation
 * @param finished those that are complete, in order of completion
 * @param lastOffered the job of the last offer; the next round of offers starts after it
 */
public record Roster(
        SortedTable<PeerId, RosterPeer> peers,
        OrderedSet<PeerId> idle,
        OrderedTable<JobId, JobProgress> jobs,
        OrderedSet<JobId> finished,
        @Nullable JobId lastOffered) {

    public static final Roster EMPTY =
            new Roster(SortedTable.empty(), OrderedSet.empty(), OrderedTable.empty(), OrderedSet.empty(), null);

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
        return task != null && task.complete();
    }

    /** The peer, if it is at exactly that post in that state. */
    @Nullable
    RosterPeer peerAt(PeerId id, PeerState state, Post post) {
        var peer = peers.get(id);
        return peer != null && peer.state() == state && peer.isAt(post) ? peer : null;
    }

    /** Whether the peer is idle, the post up to date, and the task has room for one more peer. */
    public boolean admits(PeerId id, Post post) {
        var peer = peers.get(id);
        var task = task(post.job(), post.task());
        return peer != null
                && peer.state() == PeerState.IDLE
                && task != null
                && task.attempt() == post.attempt()
                && !task.sealers().has(id)
                && task.hasRoomBeside(headcount(post));
    }

    public Headcount headcount(Post post) {
        var headcount = Headcount.NONE;
        for (RosterPeer peer : peers.values()) {
            if (peer.isAtTaskOf(post)) {
                headcount = headcount.plus(peer.state());
            }
        }
        return headcount;
    }

    /** Whether every job is complete, or no peer is left to work: what must come about once faults have stopped. */
    public boolean isHealthy() {
        return finished.size() == jobs.size()
                || peers.values().stream().noneMatch(peer -> peer.state().isLiving());
    }

    Roster with(PeerId id, RosterPeer peer) {
        var queue = peer.state() == PeerState.IDLE ? idle.with(id) : idle.without(id);
        return new Roster(peers.with(id, peer), queue, jobs, finished, lastOffered);
    }

    Roster planning(JobId id, List<Plan.PlannedTask> tasks) {
        return with(jobs.with(id, JobProgress.of(tasks)));
    }

    Roster offering(PeerId id, Post post) {
        var taken = with(id, RosterPeer.acking(post));
        return new Roster(taken.peers, taken.idle, jobs, finished, post.job());
    }

    /** Removes a peer from its task after a failure: another peer has to begin the task again. */
    Roster losing(PeerId id, RosterPeer gone) {
        var before = peers.get(id);
        var post = before == null ? null : before.post();
        var without = with(id, gone);
        if (before == null || post == null || !before.state().isAtTask()) {
            return without;
        }
        var relieved = before.state().isWorking() ? without.losingWorker(post) : without;
        return relieved.headcount(post).working() == 0 ? relieved.releasingWaiters(post) : relieved;
    }

    private Roster losingWorker(Post post) {
        var task = task(post.job(), post.task());
        return task == null ? this : with(post, task.losingWorker());
    }

    /** The sealer, now idle, reports the task as complete: it is, unless another peer joined it in the meantime. */
    Roster sealedBy(PeerId id, Post post) {
        var headcount = headcount(post);
        var task = task(post.job(), post.task());
        if (task == null) {
            return this;
        }
        return headcount.acking() + headcount.active() == 0 ? completing(post) : with(post, task.sealedBy(id));
    }

    Roster completing(Post post) {
        var task = task(post.job(), post.task());
        if (task == null || task.complete()) {
            return this;
        }
        return with(post, task.completed()).releasingWaiters(post).finishing(post.job());
    }

    private Roster finishing(JobId id) {
        var job = jobs.get(id);
        if (job == null || !job.isComplete()) {
            return this;
        }
        var all = finished.with(id);
        var kept = jobs;
        for (JobId old : all.subList(0, Math.max(0, all.size() - REMEMBERED))) {
            kept = kept.without(old);
        }
        return new Roster(peers, idle, kept, all.latest(REMEMBERED), lastOffered);
    }

    private Roster releasingWaiters(Post post) {
        var changed = new TreeMap<PeerId, RosterPeer>();
        var queue = idle;
        for (PeerId id : peers.keys()) {
            var peer = peers.get(id);
            if (peer != null && peer.state() == PeerState.WAITING && peer.isAtTaskOf(post)) {
                changed.put(id, RosterPeer.IDLE);
                queue = queue.with(id);
            }
        }
        if (changed.isEmpty()) {
            return this;
        }
        peers.forEach(changed::putIfAbsent);
        return new Roster(SortedTable.of(changed), queue, jobs, finished, lastOffered);
    }

    Roster shuttingDown(PeerId id, RosterPeer peer) {
        var shut = with(id, peer.shutDown());
        return new Roster(forgettingShutDown(shut.peers), shut.idle, jobs, finished, lastOffered);
    }

    private Roster with(Post post, TaskProgress task) {
        var job = jobs.get(post.job());
        return job == null ? this : with(jobs.with(post.job(), job.with(post.task(), task)));
    }

    private Roster with(OrderedTable<JobId, JobProgress> otherJobs) {
        return new Roster(peers, idle, otherJobs, finished, lastOffered);
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
