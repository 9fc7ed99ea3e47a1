package io.sardonyx.schedule;

import io.sardonyx.job.Tags;
import io.sardonyx.job.Task;
import io.sardonyx.value.PeerId;
import io.sardonyx.value.table.OrderedTable;
import io.sardonyx.value.table.SortedTable;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/**
 * Feasibility check where tags or sites matter.
 *
 * <p>Peers with the same tags form a class and tasks with the same required tags a requirement, so feasibility is a
 * max-flow between a few classes and requirements, however many peers there are. Colocated jobs first take whole copies
 * off a site; those peers are removed from the flow.
 */
final class TaggedCapacity implements PeerCapacity {

    private final List<PeerNeed> needs;
    private final TagFlow flow;
    private final ColocatedCopies copies;
    private final int[][] splits;
    private final int[] totals;

    TaggedCapacity(List<PeerNeed> needs, OrderedTable<PeerId, ? extends SchedulablePeer> workers) {
        this.needs = needs;
        this.copies = new ColocatedCopies(workers.values(), needs);
        var classes = new TreeMap<Tags, Integer>();
        for (SchedulablePeer worker : workers.values()) {
            classes.merge(worker.tags(), 1, Integer::sum);
        }
        var requirements = new TreeMap<Tags, Integer>();
        for (PeerNeed need : needs) {
            for (Task task : need.demand.job().tasks()) {
                requirements.put(task.tags(), 0);
            }
        }
        this.flow = new TagFlow(SortedTable.of(classes), new ArrayList<>(requirements.keySet()));
        this.splits = new int[needs.size()][];
        this.totals = new int[needs.size()];
        for (int j = 0; j < splits.length; j++) {
            splits[j] = new int[needs.get(j).low.length];
            setAside(needs.get(j), workers);
        }
    }

    /**
     * Removes peers that must not be moved from both sides of the flow; copies of colocated jobs remove theirs
     * themselves.
     */
    private void setAside(PeerNeed need, OrderedTable<PeerId, ? extends SchedulablePeer> workers) {
        for (int t = 0; !need.colocated && t < need.low.length; t++) {
            for (int i = 0; i < need.fast(t); i++) {
                SchedulablePeer worker =
                        workers.get(need.stage(t).places().get(i).peer());
                if (worker != null) {
                    flow.supply(worker.tags(), -1);
                }
            }
        }
    }

    @Override
    public boolean isUniform() {
        return false;
    }

    @Override
    public int[] split(int job) {
        return splits[job];
    }

    /** The peers that run a task of a colocated job; empty for other jobs. */
    List<SchedulablePeer> chosen(int job, int task) {
        return copies.chosen(job, task);
    }

    /** Whether a copy of a colocated job uses this peer. */
    boolean isChosen(PeerId peer) {
        return copies.isChosen(peer);
    }

    @Override
    public int reserve(int job, int total) {
        return needs.get(job).colocated ? reserveCopies(job, total) : reservePeers(job, total);
    }

    private int reservePeers(int job, int total) {
        int[] old = splits[job];
        claim(job, old, -1);
        int[] wanted = TaskSplit.of(needs.get(job), total);
        int fitting = fits(job, wanted) ? total : 0;
        if (fitting < total && total == totals[job] + 1 && total > leastWhole(job)) {
            wanted = oneMoreSomewhere(job, old);
            fitting = wanted == old ? 0 : total;
        }
        if (fitting < total) {
            fitting = fittingAlone(job, TaskSplit.of(needs.get(job), total));
            claim(job, old, 1);
            return Math.min(fitting, total - 1);
        }
        claim(job, wanted, 1);
        splits[job] = wanted;
        totals[job] = total;
        return total;
    }

    /**
     * Up to this number of peers the split is fixed, since a job that needs all tasks covered cannot put a peer
     * elsewhere.
     */
    private int leastWhole(int job) {
        return needs.get(job).demand.job().wholeOnly() ? (int) PeerNeed.sum(needs.get(job).low) : 0;
    }

    /**
     * A split with one more peer, in which tasks that cannot grow are capped at their current number; the old split if
     * none fits.
     */
    private int[] oneMoreSomewhere(int job, int[] old) {
        PeerNeed need = needs.get(job);
        int[] high = need.high.clone();
        for (int t = 0; t < old.length; t++) {
            int[] more = old.clone();
            more[t]++;
            if (old[t] < high[t] && !fits(job, more)) {
                high[t] = old[t];
            }
        }
        int total = (int) PeerNeed.sum(old) + 1;
        int[] split = TaskSplit.of(need, high, total);
        return PeerNeed.sum(split) == total && fits(job, split) ? split : fewestFitting(old, high);
    }

    /** Adds a peer to the task with fewest that can grow. */
    private static int[] fewestFitting(int[] old, int[] high) {
        int best = -1;
        for (int t = 0; t < old.length; t++) {
            best = old[t] < high[t] && (best < 0 || old[t] < old[best]) ? t : best;
        }
        if (best < 0) {
            return old;
        }
        int[] more = old.clone();
        more[best]++;
        return more;
    }

    private boolean fits(int job, int[] split) {
        claim(job, split, 1);
        boolean fits = flow.isSatisfiable();
        claim(job, split, -1);
        return fits;
    }

    /** How many peers of the split could be filled at best. */
    private int fittingAlone(int job, int[] split) {
        claim(job, split, 1);
        int missing = flow.missing();
        claim(job, split, -1);
        return (int) Math.max(0, PeerNeed.sum(split) - missing);
    }

    /** Adds or removes the job's requirements, without peers that must not be moved. */
    private void claim(int job, int[] split, int sign) {
        List<Task> tasks = needs.get(job).demand.job().tasks();
        for (int t = 0; t < split.length; t++) {
            int claimed = split[t] - needs.get(job).fast(t);
            if (claimed > 0) {
                flow.claim(tasks.get(t).tags(), sign * claimed);
            }
        }
    }

    private int reserveCopies(int job, int total) {
        PeerNeed need = needs.get(job);
        int before = totals[job];
        var added = new ArrayList<List<SchedulablePeer>>();
        while (totals[job] < total) {
            List<SchedulablePeer> copy = copies.take(job, need, flow);
            if (copy.isEmpty()) {
                int fitting = totals[job];
                added.forEach(workers -> copies.giveBack(job, need, workers, flow));
                totals[job] = before;
                return fitting;
            }
            added.add(copy);
            totals[job] += need.unit;
        }
        splits[job] = TaskSplit.of(need, total);
        return total;
    }
}
