package io.sardonyx.coordinator;

import io.sardonyx.value.JobId;
import io.sardonyx.value.PeerId;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/** Scheduler of the coordinator: computes one round of offers. */
public final class Offers {

    private static final Comparator<TaskProgress> BY_PHASE =
            Comparator.comparingInt(task -> task.planned().phase());
    private static final Comparator<TaskProgress> BY_WORKERS =
            Comparator.comparingInt(task -> task.headcount().working());

    private Offers() {}

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
        var jobs = jobsInTurn(roster);
        var posts = new ArrayList<Post>();
        for (JobId id : jobs) {
            posts.addAll(posts(roster, id, BY_PHASE, Offers::isDeserted));
        }
        for (JobId id : jobs) {
            posts.addAll(posts(roster, id, BY_WORKERS, TaskProgress::isConcurrent));
        }
        return List.copyOf(posts);
    }

    /** Takes the longest idle peer that may be offered the post. */
    private static Optional<PeerId> takeFor(Post post, Deque<PeerId> idle, Roster roster) {
        for (var peers = idle.iterator(); peers.hasNext(); ) {
            var peer = peers.next();
            if (roster.mayDo(peer, post)) {
                peers.remove();
                return Optional.of(peer);
            }
        }
        return Optional.empty();
    }

    /** The jobs in order of submission, rotated to start after the job that was offered last. */
    private static List<JobId> jobsInTurn(Roster roster) {
        var turn = new ArrayList<JobId>();
        var later = new ArrayList<JobId>();
        roster.jobs().forEach((id, job) -> (job.submitted() > roster.lastOffered() ? turn : later).add(id));
        turn.addAll(later);
        return turn;
    }

    private static boolean isDeserted(TaskProgress task) {
        return task.headcount().working() == 0;
    }

    /** The incomplete tasks of a job that are wanted, in that order. */
    private static List<Post> posts(
            Roster roster, JobId id, Comparator<TaskProgress> order, Predicate<TaskProgress> wanted) {
        var job = roster.jobs().get(id);
        return job == null
                ? List.of()
                : job.tasks().values().stream()
                        .filter(task -> !task.complete() && wanted.test(task))
                        .sorted(order)
                        .map(task -> new Post(id, task.planned().name(), task.attempt()))
                        .toList();
    }
}
