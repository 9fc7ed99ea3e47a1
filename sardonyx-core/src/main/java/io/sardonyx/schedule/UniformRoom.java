package io.sardonyx.schedule;

import java.util.List;

/** The room of a cluster where every peer may run every task. */
final class UniformRoom implements Room {

    private final List<Need> needs;
    private final int[] totals;

    UniformRoom(List<Need> needs) {
        this.needs = needs;
        this.totals = new int[needs.size()];
    }

    @Override
    public int reserve(int job, int total) {
        totals[job] = total;
        return total;
    }

    @Override
    public int[] split(int job) {
        return TaskSplit.of(needs.get(job), totals[job]);
    }

    @Override
    public boolean isUniform() {
        return true;
    }
}
