package io.sardonyx.schedule;

import io.sardonyx.job.Bounds;
import io.sardonyx.job.Flux;
import io.sardonyx.job.Stage;
import io.sardonyx.job.Task;
import io.sardonyx.job.TaskScheduler;
import java.util.List;

/** The bounds of a job and of each of its tasks, given what runs. */
final class Need {

    final Demand demand;
    final int[] low;
    final int[] high;
    /** The tasks that may hold peers at all. */
    final int open;
    /** With fewer peers than this the job holds none. */
    final int least;
    /** The job may hold no more than this. */
    final int most;
    /** Peers come in multiples of this: a whole copy for a colocated job. */
    final int unit;

    Need(Demand demand) {
        this.demand = demand;
        List<Task> tasks = demand.job().tasks();
        low = new int[tasks.size()];
        high = new int[tasks.size()];
        int holding = 0;
        for (int t = 0; t < low.length; t++) {
            bound(t, tasks.get(t), demand.stages().get(t));
            holding += high[t] > 0 ? 1 : 0;
        }
        open = holding;
        boolean colocated = demand.job().scheduler() == TaskScheduler.COLOCATED;
        if (colocated && open > 0) {
            wholeCopies();
        }
        unit = colocated ? Math.max(1, open) : 1;
        long sum = sum(low);
        least = clip(demand.job().wholeOnly() || colocated ? sum : Math.min(sum, Math.max(1, pinned())));
        int bound = (int) Math.min(demand.job().saturation(), sum(high));
        most = bound == Bounds.UNBOUNDED ? bound : bound - bound % unit;
    }

    private void bound(int t, Task task, Stage stage) {
        int present = stage.places().size();
        switch (stage.progress()) {
            case COMPLETE -> {
                low[t] = 0;
                high[t] = 0;
            }
            case SEALING -> {
                low[t] = present;
                high[t] = present;
            }
            case OPEN -> {
                boolean frozen = task.flux() == Flux.KILL && present > 0;
                low[t] = frozen ? present : task.bounds().min();
                high[t] = frozen ? present : task.bounds().max();
            }
        }
    }

    /** Each task of a colocated job has as many peers as there are copies. */
    private void wholeCopies() {
        int min = 1;
        int max = Bounds.UNBOUNDED;
        for (int t = 0; t < low.length; t++) {
            if (high[t] > 0) {
                min = Math.max(min, low[t]);
                max = Math.min(max, high[t]);
            }
        }
        for (int t = 0; t < low.length; t++) {
            if (high[t] > 0) {
                low[t] = min;
                high[t] = max;
            }
        }
    }

    private long pinned() {
        long pinned = 0;
        for (int t = 0; t < low.length; t++) {
            pinned += demand.stages().get(t).isOpen() ? 0 : low[t];
        }
        return pinned;
    }

    static long sum(int[] counts) {
        long sum = 0;
        for (int count : counts) {
            sum += count;
        }
        return sum;
    }

    private static int clip(long value) {
        return (int) Math.min(value, Integer.MAX_VALUE);
    }
}
