package io.sardonyx.schedule;

import io.sardonyx.job.outline.Outline;
import io.sardonyx.value.Assignment;
import io.sardonyx.value.JobId;
import io.sardonyx.value.PeerId;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Placement of colocated jobs: whole copies, one peer per task, each copy on a single site. */
final class ColocatedCopies {

    private final List<List<SchedulablePeer>> sites = new ArrayList<>();
    /** Peers that some copy uses. */
    private final TreeSet<PeerId> used = new TreeSet<>();
    /** Peers that no other job may take, by the job that holds them. */
    private final TreeMap<PeerId, JobId> pinned = new TreeMap<>();
    /** The peers of each colocated job, by index of job and of task. */
    private final TreeMap<Integer, TreeMap<Integer, List<SchedulablePeer>>> chosen = new TreeMap<>();

    /** Groups the peers by site, and notes those that may not be moved off their job. */
    ColocatedCopies(List<? extends SchedulablePeer> workers, List<PeerNeed> needs) {
        for (PeerNeed need : needs) {
            for (int t = 0; t < need.low.length; t++) {
                boolean stays = need.colocated ? need.isPinned(t) && need.present(t) > 0 : need.fast(t) > 0;
                if (stays) {
                    need.stage(t)
                            .places()
                            .forEach(place ->
                                    pinned.put(place.peer(), need.demand.job().id()));
                }
            }
        }
        var index = new SiteIndex(workers.size());
        for (SchedulablePeer worker : workers) {
            int site = index.add(worker.site());
            if (site == sites.size()) {
                sites.add(new ArrayList<>());
            }
            sites.get(site).add(worker);
        }
    }

    boolean isChosen(PeerId peer) {
        return used.contains(peer);
    }

    /** The peers that copies use for a task. */
    List<SchedulablePeer> chosen(int job, int task) {
        return chosen.getOrDefault(job, new TreeMap<>()).getOrDefault(task, List.of());
    }

    /**
     * Takes one more copy, from the site where most of it runs already, then where most of its peers are idle, then
     * where most are free; empty when none fits. The result has the worker of each task at the task's index, null at
     * tasks that take no peer.
     */
    List<SchedulablePeer> take(int job, PeerNeed need, TagFlow flow) {
        var options = new ArrayList<Option>();
        sites.forEach(workers -> {
            var free = workers.stream()
                    .filter(worker -> !used.contains(worker.id()))
                    .filter(worker -> need.demand
                            .job()
                            .id()
                            .equals(pinned.getOrDefault(
                                    worker.id(), need.demand.job().id())))
                    .toList();
            List<SchedulablePeer> copy = free.size() < need.unit ? List.of() : copyOf(need, free);
            if (!copy.isEmpty()) {
                options.add(new Option(copy, kept(need.demand.job(), copy), undisturbed(need, copy), free.size()));
            }
        });
        options.sort(Comparator.comparingInt(Option::kept)
                .thenComparingInt(Option::undisturbed)
                .thenComparingInt(Option::free)
                .reversed());
        for (Option option : options) {
            use(job, need, option.copy, flow);
            if (flow.isSatisfiable()) {
                return option.copy;
            }
            giveBack(job, need, option.copy, flow);
        }
        return List.of();
    }

    /** A possible copy on one site, with the numbers by which sites are compared. */
    private record Option(List<SchedulablePeer> copy, int kept, int undisturbed, int free) {}

    /** How many peers of the copy are idle, so that taking them disturbs no other task. */
    private static int undisturbed(PeerNeed need, List<SchedulablePeer> copy) {
        int[] idle = {0};
        forEach(need, copy, (task, worker) -> idle[0] += worker.assignment() == null ? 1 : 0);
        return idle[0];
    }

    /** How many peers of the copy run that task of the job already. */
    private static int kept(Outline job, List<SchedulablePeer> copy) {
        int kept = 0;
        for (int t = 0; t < copy.size(); t++) {
            kept += runs(copy.get(t), job, t) ? 1 : 0;
        }
        return kept;
    }

    private static boolean runs(@Nullable SchedulablePeer worker, Outline job, int task) {
        Assignment now = worker == null ? null : worker.assignment();
        return now != null
                && now.job().equals(job.id())
                && now.task().equals(job.tasks().get(task).name());
    }

    /**
     * Chooses a worker for each task among the free ones of a site: the one that runs it already, else idle before busy
     * ones and then the one with fewest tags; empty when some task finds none.
     */
    private static List<SchedulablePeer> copyOf(PeerNeed need, List<SchedulablePeer> free) {
        Outline job = need.demand.job();
        var rest = new ArrayList<>(free);
        var copy = new ArrayList<@Nullable SchedulablePeer>(Collections.nCopies(need.low.length, null));
        for (int t = 0; t < need.low.length; t++) {
            int task = t;
            rest.stream()
                    .filter(worker -> need.high[task] > 0 && runs(worker, job, task))
                    .findFirst()
                    .ifPresent(worker -> {
                        copy.set(task, worker);
                        rest.remove(worker);
                    });
        }
        rest.sort(Comparator.<SchedulablePeer, Boolean>comparing(worker -> worker.assignment() != null)
                .thenComparing(SchedulablePeer::tags));
        var open = new ArrayList<Integer>();
        for (int t = 0; t < need.low.length; t++) {
            if (need.high[t] > 0 && copy.get(t) == null) {
                open.add(t);
            }
        }
        open.sort(Comparator.comparing((Integer t) -> job.tasks().get(t).tags()).reversed());
        for (int t : open) {
            var required = job.tasks().get(t).tags();
            var worker =
                    rest.stream().filter(one -> one.tags().satisfy(required)).findFirst();
            if (worker.isEmpty()) {
                return List.of();
            }
            copy.set(t, worker.get());
            rest.remove(worker.get());
        }
        return Collections.unmodifiableList(copy);
    }

    private void use(int job, PeerNeed need, List<SchedulablePeer> copy, TagFlow flow) {
        forEach(need, copy, (task, worker) -> {
            used.add(worker.id());
            flow.supply(worker.tags(), -1);
            chosen.computeIfAbsent(job, j -> new TreeMap<>())
                    .computeIfAbsent(task, t -> new ArrayList<>())
                    .add(worker);
        });
    }

    /** Undoes {@link #take}. */
    void giveBack(int job, PeerNeed need, List<SchedulablePeer> copy, TagFlow flow) {
        forEach(need, copy, (task, worker) -> {
            used.remove(worker.id());
            flow.supply(worker.tags(), 1);
            chosen.getOrDefault(job, new TreeMap<>())
                    .getOrDefault(task, new ArrayList<>())
                    .remove(worker);
        });
    }

    /** Action on a task and the peer that a copy has for it. */
    private interface PerTask {
        void accept(int task, SchedulablePeer worker);
    }

    private static void forEach(PeerNeed need, List<SchedulablePeer> copy, PerTask action) {
        for (int t = 0; t < copy.size(); t++) {
            if (need.high[t] > 0) {
                action.accept(t, copy.get(t));
            }
        }
    }
}
