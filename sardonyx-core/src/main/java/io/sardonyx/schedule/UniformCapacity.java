package io.sardonyx.schedule;

import java.util.List;

/** Feasibility check where every peer can run every task: every number of peers fits. */
final class UniformCapacity implements PeerCapacity {

    private final List<PeerNeed> needs;
    private final int[] totals;
    private final int[][] splits;
    /** Whether {@link #splits} is up to date with the job's total; splits are computed lazily. */
    private final boolean[] isSplit;

    UniformCapacity(List<PeerNeed> needs) {
        this.needs = needs;
        this.totals = new int[needs.size()];
        this.splits = new int[needs.size()][];
        this.isSplit = new boolean[needs.size()];
    }

    @Override
    public int reserve(int job, int total) {
        totals[job] = total;
        isSplit[job] = false;
        return total;
    }

    @Override
    public int[] split(int job) {
        if (!isSplit[job]) {
            splits[job] = TaskSplit.of(needs.get(job), totals[job]);
            isSplit[job] = true;
        }
        return splits[job];
    }

    @Override
    public boolean isUniform() {
        return true;
    }
}
