package io.sardonyx.replica;

import io.sardonyx.assignment.Place;
import io.sardonyx.assignment.Progress;
import io.sardonyx.assignment.Stage;
import io.sardonyx.job.Allocation;
import io.sardonyx.job.Task;
import io.sardonyx.value.Assignment;
import io.sardonyx.value.GroupId;
import io.sardonyx.value.JobId;
import io.sardonyx.value.PeerId;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

/**
 * Safety invariants of every reachable replica, by name. Checked by the explorer, the simulator, the tests and the
 * {@code doctor} command.
 */
public enum Invariants {
    /** Two or more members form one cycle in which each watches its successor; a single member watches none. */
    RING_IS_ONE_CYCLE(Invariants::ringIsOneCycle),
    /** A joining group is no member; its observer is a member and helps no other joiner. */
    JOINERS_HAVE_AN_OBSERVER_EACH(Invariants::joinersHaveAnObserverEach),
    /** Groups that were turned away are neither members nor joining. */
    ABORTED_ARE_OUTSIDE(Invariants::abortedAreOutside),
    /** Groups that left are in no other state. */
    LEFT_ARE_GONE(Invariants::leftAreGone),
    /** Present peers belong to members, orphans to other groups. */
    PEERS_BELONG_TO_MEMBERS(Invariants::peersBelongToMembers),
    /** The assignments of peers and the places of tasks agree. */
    PLACES_AND_ASSIGNMENTS_AGREE(Invariants::placesAndAssignmentsAgree),
    /** No two peers of a task share a slot. */
    SLOTS_ARE_DISTINCT((replica, violated) -> forEachStage(replica, (task, stage) -> {
        if (stage.places().stream().map(Place::slot).distinct().count()
                < stage.places().size()) {
            violated.accept("task " + task.name() + " has two peers in one slot");
        }
    })),
    /** A complete task holds no peers, and a sealer is on the task it seals. */
    SEALS_ARE_HELD(Invariants::sealsAreHeld),
    /** A planned job that needs all its tasks covered has them covered, or no peers. */
    COVERED_OR_EMPTY(Invariants::coveredOrEmpty),
    /** No task exceeds its maximum and no job its saturation. */
    BOUNDS_ARE_RESPECTED(Invariants::boundsAreRespected),
    /** Every peer has the tags that its task requires. */
    TAGS_ARE_RESPECTED(Invariants::tagsAreRespected),
    /** A job is in exactly one state. */
    JOBS_ARE_IN_ONE_STATE(Invariants::jobsAreInOneState),
    /** A job that holds peers has a fence. */
    PLACED_JOBS_ARE_FENCED((replica, violated) -> replica.jobs().live().forEach((job, run) -> {
        if (run.demand().size() > 0 && run.version() == Run.NEVER_PLACED) {
            violated.accept("job " + job + " holds peers but has no allocation version");
        }
    }));

    private final BiConsumer<Replica, Consumer<String>> check;

    Invariants(BiConsumer<Replica, Consumer<String>> check) {
        this.check = check;
    }

    /** The violations, as sentences that begin with the invariant's name; empty when there are none. */
    public static List<String> violated(Replica replica) {
        var violations = new ArrayList<String>();
        for (Invariants invariant : values()) {
            invariant.check.accept(replica, detail -> violations.add(invariant.title() + ": " + detail));
        }
        return violations;
    }

    /** The name in the spelling for operators. */
    public String title() {
        return name().toLowerCase(java.util.Locale.ROOT).replace('_', '-');
    }

    private static void ringIsOneCycle(Replica replica, Consumer<String> violated) {
        var members = replica.ring().members();
        if (members.isEmpty()) {
            return;
        }
        var seen = new TreeSet<GroupId>();
        GroupId at = members.keys().get(0);
        while (seen.add(at)) {
            GroupId next = replica.ring().successor(at);
            if (next == null) {
                break;
            }
            RingNeighbours successor = members.get(next);
            if (successor == null || !at.equals(successor.previous())) {
                violated.accept(at + " watches " + next + ", which does not know it");
                return;
            }
            at = next;
        }
        if (seen.size() < members.size()
                || members.size() == 1 && replica.ring().successor(at) != null) {
            violated.accept("the ring from " + members.keys().get(0) + " has " + seen.size() + " of " + members.size()
                    + " members");
        }
    }

    private static void joinersHaveAnObserverEach(Replica replica, Consumer<String> violated) {
        Ring ring = replica.ring();
        var observers = new TreeSet<GroupId>();
        ring.joining().forEach((joiner, join) -> {
            if (ring.isMember(joiner)) {
                violated.accept(joiner + " is joining although it is a member");
            }
            if (!ring.isMember(join.observer())) {
                violated.accept("the observer " + join.observer() + " of " + joiner + " is no member");
            }
            if (!observers.add(join.observer())) {
                violated.accept(join.observer() + " helps two joiners");
            }
        });
    }

    private static void abortedAreOutside(Replica replica, Consumer<String> violated) {
        for (GroupId group : replica.ring().aborted()) {
            if (replica.ring().knows(group)) {
                violated.accept(group + " was turned away but is in or joining");
            }
        }
    }

    private static void leftAreGone(Replica replica, Consumer<String> violated) {
        Ring ring = replica.ring();
        for (GroupId group : ring.left()) {
            if (ring.knows(group) || ring.aborted().has(group)) {
                violated.accept(group + " left but is still in the ring");
            }
        }
        for (var peers : List.of(replica.peers().present(), replica.peers().orphans())) {
            peers.forEach((id, peer) -> {
                if (ring.hasLeft(peer.group())) {
                    violated.accept("peer " + id + " belongs to " + peer.group() + ", which left");
                }
            });
        }
    }

    private static void peersBelongToMembers(Replica replica, Consumer<String> violated) {
        replica.peers().present().forEach((id, peer) -> {
            if (!replica.ring().isMember(peer.group())) {
                violated.accept("peer " + id + " is present but its group " + peer.group() + " is no member");
            }
        });
        replica.peers().orphans().forEach((id, peer) -> {
            if (replica.ring().isMember(peer.group())
                    || replica.peers().present().has(id)) {
                violated.accept("peer " + id + " is an orphan although its group " + peer.group() + " is a member");
            }
        });
    }

    private static void placesAndAssignmentsAgree(Replica replica, Consumer<String> violated) {
        var placed = new TreeSet<PeerId>();
        for (Run run : replica.jobs().live().values()) {
            run.demand().forEachAssignment(assignment -> {
                Peer peer = replica.peers().present().get(assignment.peer());
                if (peer == null || !assignment.equals(peer.assignment())) {
                    violated.accept(assignment + " is not what the peer does");
                }
                if (!placed.add(assignment.peer())) {
                    violated.accept("peer " + assignment.peer() + " has two places");
                }
            });
        }
        replica.peers().present().forEach((id, peer) -> {
            Assignment assignment = peer.assignment();
            if (assignment != null && !placed.contains(id)) {
                violated.accept(assignment + " is in no task");
            }
        });
    }

    private static void sealsAreHeld(Replica replica, Consumer<String> violated) {
        forEachStage(replica, (task, stage) -> {
            PeerId sealer = stage.sealer();
            if (stage.progress() == Progress.COMPLETE && !stage.places().isEmpty()) {
                violated.accept("task " + task.name() + " is complete but holds peers");
            }
            if (sealer != null && !stage.holds(sealer)) {
                violated.accept("the sealer " + sealer + " of task " + task.name() + " is not on it");
            }
        });
    }

    private static void coveredOrEmpty(Replica replica, Consumer<String> violated) {
        if (replica.cluster().allocation() != Allocation.PLANNED) {
            return;
        }
        for (Run run : replica.jobs().live().values()) {
            for (int t = 0;
                    run.job().wholeOnly()
                            && run.demand().size() > 0
                            && t < run.job().tasks().size();
                    t++) {
                Task task = run.job().tasks().get(t);
                if (run.stage(t).isOpen()
                        && run.stage(t).places().size() < task.bounds().min()) {
                    violated.accept(
                            "job " + run.job().id() + " holds peers but task " + task.name() + " is not covered");
                }
            }
        }
    }

    private static void boundsAreRespected(Replica replica, Consumer<String> violated) {
        forEachStage(replica, (task, stage) -> {
            if (stage.places().size() > task.bounds().max()) {
                violated.accept(
                        "task " + task.name() + " holds " + stage.places().size() + " peers");
            }
        });
        replica.jobs().live().forEach((job, run) -> {
            if (run.demand().size() > run.job().saturation()) {
                violated.accept("job " + job + " holds " + run.demand().size() + " peers");
            }
        });
    }

    private static void tagsAreRespected(Replica replica, Consumer<String> violated) {
        forEachStage(
                replica,
                (task, stage) -> stage.places().forEach(place -> {
                    Peer peer = replica.peers().present().get(place.peer());
                    if (peer != null && !peer.tags().satisfy(task.tags())) {
                        violated.accept("peer " + place.peer() + " lacks tags that task " + task.name() + " requires");
                    }
                }));
    }

    private static void jobsAreInOneState(Replica replica, Consumer<String> violated) {
        Jobs jobs = replica.jobs();
        var all = new ArrayList<JobId>(jobs.live().keys());
        all.addAll(jobs.killed().keys());
        all.addAll(jobs.completed().keys());
        all.addAll(jobs.retired());
        if (all.stream().distinct().count() < all.size()) {
            violated.accept("a job is listed twice among " + all);
        }
    }

    private static void forEachStage(Replica replica, BiConsumer<Task, Stage> action) {
        for (Run run : replica.jobs().live().values()) {
            for (int t = 0; t < run.job().tasks().size(); t++) {
                action.accept(run.job().tasks().get(t), run.stage(t));
            }
        }
    }
}
