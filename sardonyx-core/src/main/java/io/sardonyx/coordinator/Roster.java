package io.sardonyx.coordinator;

import io.sardonyx.value.JobId;
import io.sardonyx.value.OrderedSet;
import io.sardonyx.value.OrderedTable;
import io.sardonyx.value.PeerId;
import io.sardonyx.value.SortedTable;
import io.sardonyx.value.TaskName;
import java.util.List;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * All that the Coordinator knows: its history folded into a value.
 *
 * <p>No position, count of entries or time is part of it, so finitely many peers and tasks have finitely many rosters,
 * and an explorer can visit them all.
 *
 * @param idle the idle peers, longest idle first, so that work goes round
 * @param jobs all jobs in order of creation
 * @param finished those that are complete, in the order in which they became so
 * @param lastOffered the job of the offer made last; the next round of offers starts behind it
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
     * So many finished jobs, and so many peers that were shut down, are remembered, so that no roster grows for ever.
     */
    public static final int REMEMBERED = 10_000;

    public @Nullable TaskProgress task(JobId job, TaskName task) {
        var known = jobs.get(job);
        return known == null ? null : known.tasks().get(task);
    }

    /** Where a peer works that is offered the task now; nowhere if there is no such task. */
    public @Nullable Post post(JobId job, TaskName name) {
        var task = task(job, name);
        return task == null ? null : new Post(job, name, task.attempt());
    }

    public boolean isComplete(Post post) {
        var task = task(post.job(), post.task());
        return task != null && task.complete();
    }

    /** The peer, if it is at that very post in that state. */
    @Nullable
    RosterPeer peerAt(PeerId id, PeerState state, Post post) {
        var peer = peers.get(id);
        return peer != null && peer.state() == state && peer.isAt(post) ? peer : null;
    }

    /** Whether the peer is free for the post, the post is up to date, and the task has room for one more. */
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
        var headcount = Headcount.NOBODY;
        for (RosterPeer peer : peers.values()) {
            if (peer.isAtTaskOf(post)) {
                headcount = headcount.plus(peer.state());
            }
        }
        return headcount;
    }

    /** Every job is complete, or nobody is left to work: what must come about once faults have stopped. */
    public boolean isHealthy() {
        return finished.size() == jobs.size()
                || peers.values().stream().noneMatch(peer -> peer.state().isLiving());
    }

    Roster with(PeerId id, RosterPeer peer) {
        var queue = peer.state() == PeerState.IDLE ? idle.with(id) : idle.without(id);
        return new Roster(peers.with(id, peer), queue, jobs, finished, lastOffered);
    }

    Roster planning(JobId id, List<PlannedTask> tasks) {
        return with(jobs.with(id, JobProgress.of(tasks)));
    }

    Roster offering(PeerId id, Post post) {
        var taken = with(id, RosterPeer.acking(post));
        return new Roster(taken.peers, taken.idle, jobs, finished, post.job());
    }

    /** The peer leaves its task by mishap: what it had begun must be begun again, by somebody else if need be. */
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

    /** The sealer, now idle, says that the task is done: it is, unless somebody joined it in the meantime. */
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

    /** Who is forgotten hardly matters: should such a peer be born again, it would let its first offer lapse. */
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
        return peer != null && peer.notice() == Notice.SHUT_DOWN;
    }
}
