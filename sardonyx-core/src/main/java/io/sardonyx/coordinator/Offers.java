package io.sardonyx.coordinator;

import io.sardonyx.value.JobId;
import io.sardonyx.value.PeerId;
import io.sardonyx.value.TaskName;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/** Scheduler of the coordinator: computes one round of offers. */
public final class Offers {

    private final Roster roster;
    private final Headcount.ByTask headcounts;

    private Offers(Roster roster) {
        this.roster = roster;
        this.headcounts = Headcount.ByTask.of(roster);
    }

    /**
     * The offers to append now: candidate tasks paired with idle peers in order.
     *
     * <p>A round contains a task at most twice, so with many peers and few tasks some stay idle; when these offers have
     * been applied, the next round is due.
     */
    public static List<Offer> next(Roster roster) {
        var idle = new ArrayDeque<>(roster.idle());
        var offers = new ArrayList<Offer>();
        if (idle.isEmpty()) {
            return List.of();
        }
        for (Post post : candidates(roster)) {
            takeFor(post, idle, roster).ifPresent(peer -> offers.add(new Offer(peer, post)));
        }
        return List.copyOf(offers);
    }

    /**
     * The tasks that want a peer, most urgent first: of all jobs the tasks without working peers, by phase; then of all
     * jobs the concurrent tasks, those with fewest working peers first. Jobs take turns in order of creation, starting
     * after the job that was offered last.
     */
    public static List<Post> candidates(Roster roster) {
        var offers = new Offers(roster);
        var posts = new ArrayList<Post>();
        var jobs = offers.jobsInTurn();
        jobs.forEach(job -> posts.addAll(offers.deserted(job)));
        jobs.forEach(job -> posts.addAll(offers.concurrent(job)));
        return List.copyOf(posts);
    }

    /** Takes the longest idle peer that may be offered the post. */
    private static Optional<PeerId> takeFor(Post post, Deque<PeerId> idle, Roster roster) {
        var task = roster.task(post.job(), post.task());
        for (var peers = idle.iterator(); peers.hasNext(); ) {
            var peer = peers.next();
            if (task != null && !task.sealers().has(peer)) {
                peers.remove();
                return Optional.of(peer);
            }
        }
        return Optional.empty();
    }

    /** The jobs in order of creation, rotated to start after the job that was offered last. */
    private List<JobId> jobsInTurn() {
        var jobs = roster.jobs().keys();
        var last = roster.lastOffered();
        int start = last == null ? 0 : jobs.indexOfKey(last) + 1;
        var turn = new ArrayList<JobId>(jobs.subList(start, jobs.size()));
        turn.addAll(jobs.subList(0, start));
        return turn;
    }

    /** Incomplete tasks without working peers, by phase. */
    private List<Post> deserted(JobId job) {
        return posts(job, Comparator.comparingInt(Wanted::phase), wanted -> wanted.workers == 0);
    }

    /** Incomplete concurrent tasks, fewest working peers first. */
    private List<Post> concurrent(JobId job) {
        return posts(
                job,
                Comparator.comparingInt(Wanted::workers),
                wanted -> wanted.task.consumption() == Plan.Consumption.CONCURRENT);
    }

    private List<Post> posts(JobId id, Comparator<Wanted> order, Predicate<Wanted> which) {
        var job = roster.jobs().get(id);
        if (job == null) {
            return List.of();
        }
        var wanted = new ArrayList<Wanted>();
        job.tasks()
                .forEach((name, task) -> wanted.add(
                        new Wanted(name, task, headcounts.at(id, name).working())));
        return wanted.stream()
                .filter(one -> !one.task.complete())
                .filter(which)
                .sorted(order)
                .map(one -> new Post(id, one.name, one.task.attempt()))
                .toList();
    }

    /** A candidate task with its number of working peers. */
    private record Wanted(TaskName name, TaskProgress task, int workers) {
        int phase() {
            return task.phase();
        }
    }
}
