package io.sardonyx.duty;

import io.sardonyx.assignment.Place;
import io.sardonyx.assignment.Routes;
import io.sardonyx.assignment.Stage;
import io.sardonyx.command.AcceptJoinCluster;
import io.sardonyx.command.Command;
import io.sardonyx.command.NotifyJoinCluster;
import io.sardonyx.command.PrepareJoinCluster;
import io.sardonyx.command.RaiseFormat;
import io.sardonyx.command.VolunteerForTask;
import io.sardonyx.job.Allocation;
import io.sardonyx.job.Task;
import io.sardonyx.replica.ClusterParameters;
import io.sardonyx.replica.Joining;
import io.sardonyx.replica.KnownFormats;
import io.sardonyx.replica.Peer;
import io.sardonyx.replica.Replica;
import io.sardonyx.replica.Ring;
import io.sardonyx.replica.Run;
import io.sardonyx.replica.Trim;
import io.sardonyx.replica.Volunteers;
import io.sardonyx.value.Assignment;
import io.sardonyx.value.GroupId;
import io.sardonyx.value.JobId;
import io.sardonyx.value.PeerId;
import io.sardonyx.value.TaskName;
import io.sardonyx.value.table.SortedTable;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Desired state of one group, derived from the replica: what it must watch, run, seal, append and trim now. Reconciled
 * with the actual state by the group's loop.
 *
 * @param watches the groups whose pulse it watches; one that has expired is reported
 * @param work the tasks that its peers run; none of a job that needs all its tasks at once and lacks peers for one
 * @param seals the tasks that its peers have to seal: outputs to publish, or queues to pass the end mark on
 * @param owed commands that it still has to append, unless an equal one of its own is under way
 * @param trims the position up to which it has to store an origin and trim the log
 * @param evicted whether the cluster has declared it dead, so that it has to stop and rejoin under another id
 */
public record Duties(
        List<GroupId> watches,
        List<Work> work,
        List<Assignment> seals,
        List<Command> owed,
        Optional<Long> trims,
        boolean evicted) {

    private static final Duties EVICTED =
            new Duties(List.of(), List.of(), List.of(), List.of(), Optional.empty(), true);

    public static Duties of(Replica replica, GroupId self) {
        if (replica.ring().hasLeft(self)) {
            return EVICTED;
        }
        Trim trim = replica.trim();
        return new Duties(
                watches(replica.ring(), self),
                work(replica, self),
                seals(replica, self),
                owed(replica, self),
                trim != null && trim.owner().equals(self) && replica.dispute() == null
                        ? Optional.of(trim.position())
                        : Optional.empty(),
                false);
    }

    /**
     * The groups to watch. A member watches its successor and its joiners. Outside the ring, a group watches its
     * observer and, once accepted, its future successor; without an observer the member that follows it by id, so that
     * a cluster whose members all died at once is cleared by the first new group.
     */
    static List<GroupId> watches(Ring ring, GroupId self) {
        var watches = new ArrayList<GroupId>();
        Joining joining = ring.joining().get(self);
        if (ring.isMember(self)) {
            GroupId successor = ring.successor(self);
            if (successor != null) {
                watches.add(successor);
            }
            watches.addAll(ring.joinersOf(self));
        } else if (joining != null) {
            watches.add(joining.observer());
            GroupId successor = ring.successorBehind(joining.observer());
            if (joining.phase() == Joining.Phase.ACCEPTED && !successor.equals(joining.observer())) {
                watches.add(successor);
            }
        } else {
            ring.following(self).ifPresent(watches::add);
        }
        return watches;
    }

    private static List<Work> work(Replica replica, GroupId self) {
        var work = new ArrayList<Work>();
        var routes = new TreeMap<JobId, Routes>();
        for (Peer peer : replica.peers().of(self)) {
            Assignment assignment = peer.assignment();
            Run run = assignment == null ? null : replica.jobs().live().get(assignment.job());
            if (assignment != null && run != null && run.isCovered()) {
                work.add(new Work(
                        assignment,
                        run.job(),
                        routes.computeIfAbsent(assignment.job(), job -> routes(run)),
                        run.checkpoints()));
            }
        }
        return work;
    }

    /** The routing table of a job, with receivers sorted by slot. */
    private static Routes routes(Run run) {
        var receivers = new TreeMap<TaskName, List<Routes.Receiver>>();
        for (int t = 0; t < run.job().tasks().size(); t++) {
            receivers.put(
                    run.job().tasks().get(t).name(),
                    run.stage(t).places().stream()
                            .sorted(Comparator.comparingInt(Place::slot))
                            .map(place -> new Routes.Receiver(place.slot(), place.peer(), place.site()))
                            .toList());
        }
        return new Routes(run.version(), SortedTable.of(receivers));
    }

    private static List<Assignment> seals(Replica replica, GroupId self) {
        var seals = new ArrayList<Assignment>();
        var sealers = new TreeMap<JobId, Set<PeerId>>();
        for (Peer peer : replica.peers().of(self)) {
            Assignment assignment = peer.assignment();
            Run run = assignment == null ? null : replica.jobs().live().get(assignment.job());
            if (assignment != null
                    && run != null
                    && sealers.computeIfAbsent(assignment.job(), job -> sealers(run))
                            .contains(peer.id())) {
                seals.add(assignment);
            }
        }
        return seals;
    }

    /**
     * The peers that have to seal: elected sealers of queues, and the lowest slot of each unsealed output once all
     * inputs are exhausted.
     */
    private static Set<PeerId> sealers(Run run) {
        var sealers = new TreeSet<PeerId>();
        boolean exhausted = !run.job().inputs().isEmpty() && run.isExhausted();
        for (int t = 0; t < run.job().tasks().size(); t++) {
            Task task = run.job().tasks().get(t);
            Stage stage = run.stage(t);
            if (stage.sealer() != null) {
                sealers.add(stage.sealer());
            }
            if (exhausted && task.output() && !run.sealed().has(task.name())) {
                stage.places().stream()
                        .min(Comparator.comparingInt(Place::slot))
                        .ifPresent(lowest -> sealers.add(lowest.peer()));
            }
        }
        return sealers;
    }

    /** The commands that the replica shows as missing from this group. */
    private static List<Command> owed(Replica replica, GroupId self) {
        var owed = new ArrayList<Command>();
        Ring ring = replica.ring();
        Joining joining = ring.joining().get(self);
        if (ring.isMember(self)) {
            ring.joinersOf(self).stream()
                    .filter(ring::isPrepared)
                    .forEach(joiner -> owed.add(new NotifyJoinCluster(joiner)));
            owed.addAll(volunteers(replica, self));
            if (replica.cluster().format() < ClusterParameters.FORMAT
                    && ring.members().keys().inOrder().get(0).equals(self)) {
                int known = Math.min(ClusterParameters.FORMAT, KnownFormats.byAll(replica));
                if (known > replica.cluster().format()) {
                    owed.add(new RaiseFormat(known));
                }
            }
        } else if (joining != null) {
            if (joining.phase() == Joining.Phase.ACCEPTED) {
                owed.add(AcceptJoinCluster.of(ring, self, joining.observer()));
            }
        } else if (ring.members().isEmpty() || ring.candidate(self, 0).isPresent()) {
            owed.add(new PrepareJoinCluster(self));
        }
        return owed;
    }

    private static List<VolunteerForTask> volunteers(Replica replica, GroupId self) {
        if (replica.cluster().allocation() != Allocation.VOLUNTEERED
                || replica.jobs().live().isEmpty()) {
            return List.of();
        }
        List<PeerId> elected = Volunteers.of(replica).elected();
        return replica.peers().of(self).stream()
                .filter(peer -> elected.contains(peer.id()))
                .map(peer -> new VolunteerForTask(peer.id()))
                .toList();
    }
}
