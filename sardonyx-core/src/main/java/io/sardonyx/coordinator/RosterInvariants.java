package io.sardonyx.coordinator;

import static io.sardonyx.coordinator.RosterInvariants.Invariant.always;
import static io.sardonyx.coordinator.RosterInvariants.Invariant.step;

import io.sardonyx.log.Change;
import io.sardonyx.value.JobId;
import io.sardonyx.value.PeerId;
import io.sardonyx.value.TaskName;
import java.util.List;
import java.util.TreeSet;
import java.util.function.BiPredicate;
import java.util.function.Predicate;

/** Safety invariants of all reachable rosters and of all transitions between them. */
public final class RosterInvariants {

    public static final List<Invariant> ALL = List.of(
            always("a peer has a post exactly when its state says so", RosterInvariants::postsFitStates),
            always("a notice fits the state it was given in", RosterInvariants::noticesFitStates),
            always("the idle queue lists exactly the idle peers", RosterInvariants::idleQueueIsExact),
            always("the finished jobs are exactly the complete ones", RosterInvariants::finishedJobsAreComplete),
            always("a peer is at a task of a planned job", RosterInvariants::postsExist),
            always("a sequential task has at most one peer", RosterInvariants::sequentialTasksAreSafe),
            always("a task has at most one sealer", RosterInvariants::sealersAreAlone),
            always("no peer is at a complete task", RosterInvariants::completeTasksHaveNoPeers),
            always("a waiting peer waits for a peer at work", RosterInvariants::waitingPeersHaveAWorker),
            always("who has sealed an attempt is not at it again", RosterInvariants::sealersStayAway),
            step("a peer changes its state only as the chart allows", RosterInvariants::transitionsAreLegal),
            step("only a peer that was shut down is forgotten", RosterInvariants::peersStay),
            step("only a finished job is forgotten", RosterInvariants::jobsStay),
            step("a complete task stays complete, attempts never fall", RosterInvariants::tasksOnlyProgress));

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
        return roster.finished().stream().allMatch(roster.jobs()::has)
                && roster.jobs().keys().stream().allMatch(id -> {
                    var job = roster.jobs().get(id);
                    return job != null && job.isComplete() == roster.finished().has(id);
                });
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
        return allTasks(
                roster,
                (task, headcount) -> task.consumption() == Plan.Consumption.CONCURRENT || headcount.present() <= 1);
    }

    private static boolean sealersAreAlone(Roster roster) {
        return allTasks(roster, (task, headcount) -> headcount.sealing() <= 1);
    }

    private static boolean completeTasksHaveNoPeers(Roster roster) {
        return allTasks(roster, (task, headcount) -> !task.complete() || headcount.present() == 0);
    }

    private static boolean waitingPeersHaveAWorker(Roster roster) {
        return allTasks(roster, (task, headcount) -> headcount.waiting() == 0 || headcount.working() > 0);
    }

    private static boolean sealersStayAway(Roster roster) {
        return allPeers(roster, (id, peer) -> {
            var post = peer.post();
            var task = post == null ? null : roster.task(post.job(), post.task());
            return task == null || !peer.state().isAtTask() || !task.sealers().has(id);
        });
    }

    private static boolean transitionsAreLegal(Change<Roster> change) {
        return allPeers(change.after(), (id, after) -> {
            var before = change.before().peers().get(id);
            return before == null
                    ? after.state() == PeerState.IDLE
                    : before.state().mayBecome(after.state());
        });
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
                .allMatch(id -> change.before().finished().has(id));
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

    private static boolean allPeers(Roster roster, BiPredicate<PeerId, RosterPeer> claim) {
        return roster.peers().keys().stream().allMatch(id -> {
            var peer = roster.peers().get(id);
            return peer != null && claim.test(id, peer);
        });
    }

    private static boolean allTasks(Roster roster, BiPredicate<TaskProgress, Headcount> claim) {
        var headcounts = Headcount.ByTask.of(roster);
        return roster.jobs().keys().stream().allMatch(job -> allTasks(roster, headcounts, job, claim));
    }

    private static boolean allTasks(
            Roster roster, Headcount.ByTask headcounts, JobId id, BiPredicate<TaskProgress, Headcount> claim) {
        var job = roster.jobs().get(id);
        return job != null
                && job.tasks().keys().stream().allMatch(name -> {
                    var task = job.tasks().get(name);
                    return task != null && claim.test(task, headcounts.at(id, name));
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
