package io.sardonyx.testkit.explore;

import io.sardonyx.coordinator.Ack;
import io.sardonyx.coordinator.Born;
import io.sardonyx.coordinator.Complete;
import io.sardonyx.coordinator.Death;
import io.sardonyx.coordinator.Evict;
import io.sardonyx.coordinator.Exhaust;
import io.sardonyx.coordinator.JobProgress;
import io.sardonyx.coordinator.Offer;
import io.sardonyx.coordinator.Revoke;
import io.sardonyx.coordinator.Roster;
import io.sardonyx.coordinator.Seal;
import io.sardonyx.coordinator.Shutdown;
import io.sardonyx.coordinator.TaskProgress;
import io.sardonyx.coordinator.Unfit;
import io.sardonyx.log.Step;
import io.sardonyx.value.JobId;
import io.sardonyx.value.PeerId;
import io.sardonyx.value.table.OrderedSet;
import io.sardonyx.value.table.OrderedTable;
import io.sardonyx.value.table.SortedTable;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.function.UnaryOperator;

/** Symmetry of the coordinator's peers: those that are equally fit for the job can be renamed. */
final class InterchangeablePeers implements Symmetry<Roster> {

    private final List<PeerId> peers;
    private final int firstActor;
    private final List<int[]> permutations = new ArrayList<>();

    /**
     * @param firstActor number of the first peer among the actors
     * @param unfit how many of the first peers cannot run the job
     */
    InterchangeablePeers(List<PeerId> peers, int firstActor, int unfit) {
        this.peers = peers;
        this.firstActor = firstActor;
        permute(new ArrayList<>(), unfit);
        permutations.remove(0);
    }

    /** Adds all permutations that begin so, in lexicographic order: the identity is the first. */
    private void permute(List<Integer> begun, int unfit) {
        int next = begun.size();
        if (next == peers.size()) {
            int[] permutation = new int[firstActor + next];
            for (int a = 0; a < permutation.length; a++) {
                permutation[a] = a < firstActor ? a : firstActor + begun.get(a - firstActor);
            }
            permutations.add(permutation);
            return;
        }
        for (int i = 0; i < peers.size(); i++) {
            if (!begun.contains(i) && i < unfit == next < unfit) {
                begun.add(i);
                permute(begun, unfit);
                begun.remove(next);
            }
        }
    }

    @Override
    public List<int[]> permutations() {
        return List.copyOf(permutations);
    }

    private UnaryOperator<PeerId> names(int[] permutation) {
        return id -> peers.get(permutation[firstActor + peers.indexOf(id)] - firstActor);
    }

    @Override
    public Roster renamed(Roster roster, int[] permutation) {
        var name = names(permutation);
        OrderedTable<JobId, JobProgress> jobs = roster.jobs();
        for (var id : roster.jobs().keys()) {
            var job = roster.jobs().get(id);
            if (job != null) {
                jobs = jobs.with(id, renamed(job, name));
            }
        }
        return new Roster(
                renamed(roster.peers(), name),
                renamed(roster.idle(), name),
                jobs,
                roster.finished(),
                roster.lastPlanned(),
                roster.lastOffered());
    }

    private static JobProgress renamed(JobProgress job, UnaryOperator<PeerId> name) {
        var tasks =
                job.tasks().values().stream().map(task -> renamed(task, name)).toList();
        return new JobProgress(
                job.submitted(),
                OrderedTable.of(tasks, task -> task.planned().name()),
                renamed(job.unfit(), name),
                job.skipped());
    }

    private static TaskProgress renamed(TaskProgress task, UnaryOperator<PeerId> name) {
        return new TaskProgress(
                task.planned(),
                task.complete(),
                task.attempt(),
                renamed(task.sealers(), name),
                renamed(task.slots(), name),
                task.headcount());
    }

    private static OrderedSet<PeerId> renamed(OrderedSet<PeerId> ids, UnaryOperator<PeerId> name) {
        return OrderedSet.of(ids.stream().map(name).toList());
    }

    private static <V> SortedTable<PeerId, V> renamed(SortedTable<PeerId, V> byId, UnaryOperator<PeerId> name) {
        var renamed = new TreeMap<PeerId, V>();
        byId.forEach((id, value) -> renamed.put(name.apply(id), value));
        return renamed.isEmpty() ? SortedTable.empty() : SortedTable.of(renamed);
    }

    @Override
    public Step<Roster> renamed(Step<Roster> step, int[] permutation) {
        var name = names(permutation);
        if (step instanceof Offer offer) {
            return new Offer(name.apply(offer.peer()), offer.post());
        }
        if (step instanceof Ack ack) {
            return new Ack(name.apply(ack.peer()), ack.post());
        }
        if (step instanceof Revoke revoke) {
            return new Revoke(name.apply(revoke.peer()), revoke.post());
        }
        if (step instanceof Exhaust exhaust) {
            return new Exhaust(name.apply(exhaust.peer()), exhaust.post());
        }
        if (step instanceof Seal seal) {
            return new Seal(name.apply(seal.peer()), seal.post());
        }
        if (step instanceof Complete complete) {
            return new Complete(name.apply(complete.peer()), complete.post(), complete.skipped());
        }
        if (step instanceof Unfit unfit) {
            return new Unfit(name.apply(unfit.peer()), unfit.job());
        }
        return renamedWithoutPost(step, name);
    }

    /** Events about a job as a whole name no peer. */
    private static Step<Roster> renamedWithoutPost(Step<Roster> step, UnaryOperator<PeerId> name) {
        if (step instanceof Born born) {
            return new Born(name.apply(born.peer()));
        }
        if (step instanceof Death death) {
            return new Death(name.apply(death.peer()));
        }
        if (step instanceof Evict evict) {
            return new Evict(name.apply(evict.peer()));
        }
        return step instanceof Shutdown shutdown ? new Shutdown(name.apply(shutdown.peer())) : step;
    }
}
