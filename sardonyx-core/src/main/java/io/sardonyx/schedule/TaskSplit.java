package io.sardonyx.schedule;

import io.sardonyx.job.Flux;
import io.sardonyx.job.Task;
import java.util.List;

/** Number of peers for each task of a job, by its task scheduler. */
final class TaskSplit {

    private TaskSplit() {}

    /** Splits {@code total} peers, a number that the job's bounds allow. */
    static int[] of(PeerNeed need, int total) {
        return of(need, need.high, total);
    }

    /** Splits with lower maximums than the task bounds. */
    static int[] of(PeerNeed need, int[] high, int total) {
        if (total == 0) {
            return new int[need.low.length];
        }
        if (total < PeerNeed.sum(need.low)) {
            return asFarAsPeersReach(need, total);
        }
        if (need.colocated) {
            return copies(need, total / need.unit);
        }
        return switch (need.demand.job().scheduler()) {
            case GREEDY -> firstTaskFirst(need, high, total);
            case BALANCED, COLOCATED -> {
                int[] least = least(need, total);
                yield EvenShares.fill(least, high, total - (int) PeerNeed.sum(least));
            }
            case PERCENTAGE -> inProportion(need, high, total);
        };
    }

    /**
     * Split for too few peers to cover all minimums, as queued jobs may have: pinned peers stay, then one peer each in
     * topological order.
     */
    private static int[] asFarAsPeersReach(PeerNeed need, int total) {
        int[] counts = new int[need.low.length];
        int left = total;
        for (int t = 0; t < counts.length; t++) {
            if (need.isPinned(t)) {
                counts[t] = Math.min(need.present(t), left);
                left -= counts[t];
            }
        }
        for (int t = 0; t < counts.length && left > 0; t++) {
            if (need.stage(t).isOpen() && counts[t] == 0) {
                counts[t] = 1;
                left--;
            }
        }
        return EvenShares.fill(counts, need.low, left);
    }

    /** The minimums; a task with flux policy RECOVER keeps the peers it has, if the job can afford it. */
    private static int[] least(PeerNeed need, int total) {
        List<Task> tasks = need.demand.job().tasks();
        int[] least = need.low.clone();
        long sum = PeerNeed.sum(least);
        for (int t = 0; t < least.length; t++) {
            int present = Math.min(need.present(t), need.high[t]);
            if (tasks.get(t).flux() == Flux.RECOVER && present > least[t] && sum + present - least[t] <= total) {
                sum += present - least[t];
                least[t] = present;
            }
        }
        return least;
    }

    private static int[] copies(PeerNeed need, int copies) {
        int[] counts = new int[need.low.length];
        for (int t = 0; t < counts.length; t++) {
            counts[t] = need.high[t] > 0 ? copies : 0;
        }
        return counts;
    }

    private static int[] firstTaskFirst(PeerNeed need, int[] high, int total) {
        int[] counts = least(need, total);
        int left = total - (int) PeerNeed.sum(counts);
        for (int t = 0; t < counts.length; t++) {
            int more = Math.max(0, Math.min(left, high[t] - counts[t]));
            counts[t] += more;
            left -= more;
        }
        return counts;
    }

    private static int[] inProportion(PeerNeed need, int[] high, int total) {
        List<Task> tasks = need.demand.job().tasks();
        long[] weights = new long[tasks.size()];
        long sum = 0;
        for (int t = 0; t < weights.length; t++) {
            weights[t] = need.high[t] > 0 ? tasks.get(t).percentage().millionths() : 0;
            sum += weights[t];
        }
        int[] least = least(need, total);
        int[] counts = sum > 0 ? ProportionalShares.split(total, weights, least, high) : least;
        int left = total - (int) PeerNeed.sum(counts);
        return left > 0 ? EvenShares.fill(counts, high, left) : counts;
    }
}
