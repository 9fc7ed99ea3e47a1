package io.sardonyx.coordinator;

import static io.sardonyx.coordinator.RosterInvariants.Invariant.always;
import static io.sardonyx.coordinator.RosterInvariants.Invariant.step;

import io.sardonyx.log.Change;
import io.sardonyx.value.JobId;
import io.sardonyx.value.PeerId;
import io.sardonyx.value.TaskName;
import io.sardonyx.value.table.SortedTable;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BiPredicate;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Safety invariants of all reachable rosters and of all transitions between them. */
public final class RosterInvariants {

    public static final List<Invariant> ALL = List.of(
            always("a peer has a post exactly when its state says so", RosterInvariants::postsFitStates),
            always("a notice fits the state it was given in", RosterInvariants::noticesFitStates),
            always("the idle queue lists exactly the idle peers", RosterInvariants::idleQueueIsExact),
            always("a job is finished exactly when its tasks are complete", RosterInvariants::finishedJobsAreComplete),
            always("jobs are in order of submission", RosterInvariants::jobsAreInOrder),
            always("a peer is at a task of a planned job", RosterInvariants::postsExist),
            always("a sequential task has at most one peer", RosterInvariants::sequentialTasksAreSafe),
            always("a task has at most one sealer", RosterInvariants::sealersAreAlone),
            always("no peer is at a complete task", RosterInvariants::completeTasksHaveNoPeers),
            always("a waiting peer waits for a peer at work", RosterInvariants::waitingPeersHaveAWorker),
            always("who has sealed an attempt is not at it again", RosterInvariants::sealersStayAway),
            always("nobody is at a job that it is unfit for", RosterInvariants::unfitStayAway),
            always("only complete tasks tell what they skipped", RosterInvariants::skipsAreOfCompleteTasks),
            always("slots and headcounts are those of a plain count", RosterInvariants::countsAreExact),
            step("a peer keeps the lowest slot that was free", RosterInvariants::slotsStay),
            step("a peer changes its state only as the chart allows", RosterInvariants::transitionsAreLegal),
            step("only a peer that was shut down is forgotten", RosterInvariants::peersStay),
            step("a job goes only when it is finished or withdrawn", RosterInvariants::jobsStay),
            step("an older job is not planned after a newer one", RosterInvariants::plansOnlyGoOn),
            step("a complete task stays complete, attempts never fall", RosterInvariants::tasksOnlyProgress),
            step("what a task skipped is told until its job is forgotten", RosterInvariants::skipsStay));

    private RosterInvariants() {}

    /** The names of the invariants that the change violates. */
    public static List<String> brokenBy(Change<Roster> change) {
        return ALL.stream()
                .filter(invariant -> !invariant.holds().test(change))
                .map(Invariant::name)
                .toList();
    }

    /** The names of the invariants on single rosters that this one violates. */
    public static List<String> brokenIn(Roster roster) {
        return brokenBy(new Change<>(roster, roster));
    }

    private static boolean postsFitStates(Roster roster) {
        return allPeers(roster, (id, peer) -> {
            boolean diedUnevicted = peer.state() == PeerState.DEAD && peer.notice() == RosterPeer.Notice.NONE;
            return peer.post() != null
                    ? peer.state().isAtTask() || diedUnevicted
                    : !peer.state().isAtTask();
        });
    }

    private static boolean noticesFitStates(Roster roster) {
        return allPeers(roster, (id, peer) -> switch (peer.notice()) {
            case NONE -> true;
            case SEAL_ANSWERED -> peer.state() == PeerState.WAITING || peer.state() == PeerState.SEALING;
            case EVICTED -> peer.state() == PeerState.REVOKED || peer.state() == PeerState.DEAD;
            case SHUT_DOWN -> peer.state() == PeerState.DEAD;
        });
    }

    private static boolean idleQueueIsExact(Roster roster) {
        var idle = new TreeSet<PeerId>();
        roster.peers().forEach((id, peer) -> {
            if (peer.state() == PeerState.IDLE) {
                idle.add(id);
            }
        });
        return List.copyOf(idle).equals(roster.idle().inOrder());
    }

    private static boolean finishedJobsAreComplete(Roster roster) {
        return roster.finished().keys().stream().noneMatch(roster.jobs()::has)
                && roster.jobs().values().stream().noneMatch(JobProgress::isComplete);
    }

    private static boolean jobsAreInOrder(Roster roster) {
        long last = Roster.NOWHERE;
        for (JobProgress job : roster.jobs().values()) {
            if (job.submitted() <= last) {
                return false;
            }
            last = job.submitted();
        }
        return last <= roster.lastPlanned() && roster.lastOffered() <= roster.lastPlanned();
    }

    private static boolean postsExist(Roster roster) {
        return allPeers(roster, (id, peer) -> {
            var post = peer.post();
            if (post == null || !peer.state().isAtTask()) {
                return true;
            }
            var task = roster.task(post.job(), post.task());
            return task != null && post.attempt() <= task.attempt();
        });
    }

    private static boolean sequentialTasksAreSafe(Roster roster) {
        return allTasks(roster, (task, there) -> task.isConcurrent() || there.size() <= 1);
    }

    private static boolean sealersAreAlone(Roster roster) {
        return allTasks(roster, (task, there) -> Collections.frequency(there.values(), PeerState.SEALING) <= 1);
    }

    private static boolean completeTasksHaveNoPeers(Roster roster) {
        return allTasks(roster, (task, there) -> !task.complete() || there.isEmpty());
    }

    private static boolean waitingPeersHaveAWorker(Roster roster) {
        return allTasks(
                roster,
                (task, there) -> !there.containsValue(PeerState.WAITING)
                        || there.values().stream().anyMatch(PeerState::isWorking));
    }

    private static boolean countsAreExact(Roster roster) {
        return allTasks(roster, (task, there) -> {
            var headcount = Headcount.NONE;
            for (PeerState state : there.values()) {
                headcount = headcount.plus(state);
            }
            return headcount.equals(task.headcount())
                    && List.copyOf(there.keySet()).equals(task.slots().keys())
                    && new TreeSet<>(task.slots().values()).size() == there.size();
        });
    }

    private static boolean sealersStayAway(Roster roster) {
        return allPeers(roster, (id, peer) -> {
            var post = peer.post();
            var task = post == null ? null : roster.task(post.job(), post.task());
            return task == null || !peer.state().isAtTask() || !task.sealers().has(id);
        });
    }

    private static boolean unfitStayAway(Roster roster) {
        return allPeers(roster, (id, peer) -> {
            var post = peer.postAtTask();
            var job = post == null ? null : roster.jobs().get(post.job());
            return job == null || !job.unfit().has(id);
        });
    }

    private static boolean skipsAreOfCompleteTasks(Roster roster) {
        return roster.jobs().values().stream()
                        .allMatch(job -> job.skipped().keys().stream()
                                        .allMatch(name ->
                                                isCompleteTask(job.tasks().get(name)))
                                && arePositive(job.skipped()))
                && roster.finished().values().stream().allMatch(RosterInvariants::arePositive);
    }

    private static boolean isCompleteTask(@Nullable TaskProgress task) {
        return task != null && task.complete();
    }

    private static boolean arePositive(SortedTable<TaskName, Long> skipped) {
        return skipped.values().stream().allMatch(count -> count > 0);
    }

    /** For every peer that is at the same task before and after, and for every one that has come. */
    private static boolean slotsStay(Change<Roster> change) {
        return change.after().jobs().keys().stream().allMatch(id -> {
            var after = change.after().jobs().get(id);
            return after == null
                    || after.tasks().values().stream()
                            .allMatch(task -> slotsStay(
                                    change.before().task(id, task.planned().name()), task));
        });
    }

    private static boolean slotsStay(@Nullable TaskProgress before, TaskProgress after) {
        return after.slots().keys().stream().allMatch(id -> {
            var now = after.slots().get(id);
            var was = before == null ? null : before.slots().get(id);
            return now != null
                    && (was != null
                            ? was.equals(now)
                            : after.slots().values().stream()
                                            .filter(other -> other < now)
                                            .count()
                                    == now);
        });
    }

    /** A peer whose task was taken back is idle at once: the one transition that the chart does not have. */
    private static boolean transitionsAreLegal(Change<Roster> change) {
        return allPeers(change.after(), (id, after) -> {
            var before = change.before().peers().get(id);
            return before == null
                    ? after.state() == PeerState.IDLE
                    : before.state().mayBecome(after.state())
                            || after.state() == PeerState.IDLE && isWithdrawn(change.after(), id, before.postAtTask());
        });
    }

    /** Whether the job of a post was withdrawn, from all or from this peer, which is unfit for it. */
    private static boolean isWithdrawn(Roster after, PeerId id, @Nullable Post post) {
        if (post == null || after.finished().has(post.job())) {
            return false;
        }
        var job = after.jobs().get(post.job());
        return job == null || job.unfit().has(id);
    }

    private static boolean peersStay(Change<Roster> change) {
        return allPeers(
                change.before(),
                (id, peer) -> change.after().peers().has(id)
                        || peer.notice() == RosterPeer.Notice.EVICTED
                        || isShutDown(peer));
    }

    private static boolean isShutDown(RosterPeer peer) {
        return peer.notice() == RosterPeer.Notice.SHUT_DOWN;
    }

    private static boolean jobsStay(Change<Roster> change) {
        return change.before().jobs().keys().stream()
                .filter(id -> !change.after().jobs().has(id))
                .allMatch(id -> change.after().finished().has(id)
                        || change.after().equals(change.before().withdrawing(id)));
    }

    private static boolean plansOnlyGoOn(Change<Roster> change) {
        long last = change.before().lastPlanned();
        return change.after().lastPlanned() >= last
                && change.after().jobs().keys().stream()
                        .filter(id -> !change.before().jobs().has(id))
                        .allMatch(id ->
                                isSubmittedBehind(last, change.after().jobs().get(id)));
    }

    private static boolean isSubmittedBehind(long position, @Nullable JobProgress job) {
        return job != null && job.submitted() > position;
    }

    private static boolean tasksOnlyProgress(Change<Roster> change) {
        var earlier = change.before().jobs();
        return change.after().jobs().keys().stream().allMatch(id -> {
            var before = earlier.get(id);
            var after = change.after().jobs().get(id);
            return before == null || after == null || progressed(before, after);
        });
    }

    private static boolean progressed(JobProgress before, JobProgress after) {
        return before.tasks().keys().equals(after.tasks().keys())
                && before.tasks().keys().stream().allMatch(name -> progressed(before, after, name));
    }

    private static boolean progressed(JobProgress before, JobProgress after, TaskName name) {
        var earlier = before.tasks().get(name);
        var later = after.tasks().get(name);
        return earlier != null
                && later != null
                && (later.complete() || !earlier.complete())
                && later.attempt() >= earlier.attempt();
    }

    /** A finished job keeps its numbers; one that goes on or is finished now has those that its tasks had. */
    private static boolean skipsStay(Change<Roster> change) {
        var before = change.before();
        var after = change.after();
        return before.finished().keys().stream()
                        .filter(after.finished()::has)
                        .allMatch(id -> Objects.equals(
                                before.finished().get(id), after.finished().get(id)))
                && before.jobs().keys().stream().allMatch(id -> {
                    var earlier = before.jobs().get(id);
                    var later = skippedIn(after, id);
                    return earlier == null || later == null || skipsStay(earlier, later);
                });
    }

    private static @Nullable SortedTable<TaskName, Long> skippedIn(Roster roster, JobId id) {
        var job = roster.jobs().get(id);
        return job == null ? roster.finished().get(id) : job.skipped();
    }

    private static boolean skipsStay(JobProgress earlier, SortedTable<TaskName, Long> later) {
        return earlier.tasks().values().stream()
                .filter(TaskProgress::complete)
                .allMatch(task -> Objects.equals(
                        earlier.skipped().get(task.planned().name()),
                        later.get(task.planned().name())));
    }

    private static boolean allPeers(Roster roster, BiPredicate<PeerId, RosterPeer> claim) {
        return roster.peers().keys().stream().allMatch(id -> {
            var peer = roster.peers().get(id);
            return peer != null && claim.test(id, peer);
        });
    }

    /** Tests a claim about every task and the states of the peers that are there, counted without the kept counts. */
    private static boolean allTasks(Roster roster, BiPredicate<TaskProgress, SortedMap<PeerId, PeerState>> claim) {
        var there = new TreeMap<JobId, Map<TaskName, SortedMap<PeerId, PeerState>>>();
        roster.peers().forEach((id, peer) -> {
            var post = peer.postAtTask();
            if (post != null) {
                there.computeIfAbsent(post.job(), job -> new TreeMap<>())
                        .computeIfAbsent(post.task(), task -> new TreeMap<>())
                        .put(id, peer.state());
            }
        });
        return roster.jobs().keys().stream().allMatch(id -> {
            var job = roster.jobs().get(id);
            var byTask = there.getOrDefault(id, Map.of());
            return job != null
                    && job.tasks().values().stream()
                            .allMatch(task -> claim.test(
                                    task, byTask.getOrDefault(task.planned().name(), Collections.emptySortedMap())));
        });
    }

    /** A named safety property of every change that an event can make, including the resulting roster. */
    public record Invariant(String name, Predicate<Change<Roster>> holds) {

        /** A property of single rosters. */
        static Invariant always(String name, Predicate<Roster> holds) {
            return new Invariant(name, change -> holds.test(change.after()));
        }

        /** A property of transitions. */
        static Invariant step(String name, Predicate<Change<Roster>> holds) {
            return new Invariant(name, holds);
        }
    }
}
