package io.sardonyx.schedule;

import io.sardonyx.assignment.Progress;
import io.sardonyx.assignment.Stage;
import io.sardonyx.job.Bounds;
import io.sardonyx.job.Flux;
import io.sardonyx.job.Task;
import io.sardonyx.job.TaskScheduler;
import java.util.List;

/** Minimum and maximum numbers of peers for a job and each of its tasks, given bounds, progress and current places. */
final class PeerNeed {

    final Demand demand;
    /** Fewest peers of each task. */
    final int[] low;
    /** Most peers of each task. */
    final int[] high;
    /** How many tasks may hold peers at all. */
    final int open;
    /** Fewest peers with which the job runs; with fewer it gets none. */
    final int least;
    /** Most peers that the job may hold. */
    final int most;
    /** Granularity of the number of peers: the size of a whole copy for a colocated job, else 1. */
    final int unit;

    /**
     * Whether the job has a task whose peers may neither leave nor be joined: a running task with flux policy KILL, or
     * one that is being sealed.
     */
    final boolean pinned;

    /**
     * Whether the job is placed in whole copies on single sites. While a task is being sealed the copies are not whole
     * any more.
     */
    final boolean colocated;

    /** Whether current places are ignored. */
    private final boolean anew;

    PeerNeed(Demand demand) {
        this(demand, false);
    }

    /** The needs of the job if it is restarted, as if it held no peers. */
    PeerNeed startedAnew() {
        return new PeerNeed(demand, true);
    }

    private PeerNeed(Demand demand, boolean anew) {
        this.demand = demand;
        this.anew = anew;
        List<Task> tasks = demand.job().tasks();
        low = new int[tasks.size()];
        high = new int[tasks.size()];
        int holding = 0;
        boolean anyPinned = false;
        for (int t = 0; t < low.length; t++) {
            bound(t, tasks.get(t), stage(t));
            holding += high[t] > 0 ? 1 : 0;
            anyPinned |= present(t) > 0 && isPinned(t);
        }
        pinned = anyPinned;
        open = holding;
        colocated = demand.job().scheduler() == TaskScheduler.COLOCATED && !isBeingSealed();
        if (colocated && open > 0) {
            wholeCopies();
        }
        unit = colocated ? Math.max(1, open) : 1;
        long sum = sum(low);
        long whole = demand.job().wholeOnly() || colocated ? sum : Math.min(sum, pinnedPeers());
        least = open == 0 ? 0 : clip(Math.max(1, whole));
        int bound = (int) Math.min(demand.job().saturation(), sum(high));
        most = bound == Bounds.UNBOUNDED ? bound : bound - bound % unit;
    }

    private boolean isBeingSealed() {
        for (int t = 0; t < low.length; t++) {
            if (stage(t).progress() == Progress.SEALING) {
                return true;
            }
        }
        return false;
    }

    /** The current stage of a task; of a job that is restarted, without an earlier seal. */
    Stage stage(int t) {
        Stage stage = demand.stages().get(t);
        return anew && stage.progress() == Progress.SEALING ? new Stage(stage.places(), Progress.OPEN, null) : stage;
    }

    /** How many current peers of the task count. */
    int present(int t) {
        return anew ? 0 : stage(t).places().size();
    }

    /** Whether no peer may leave or join the task as long as it has any. A task below its minimum still grows. */
    boolean isPinned(int t) {
        Task task = demand.job().tasks().get(t);
        boolean frozen = task.flux() == Flux.KILL
                && present(t) >= Math.max(1, task.bounds().min());
        return frozen || !stage(t).isOpen();
    }

    /**
     * How many of the task's peers must not be moved to another task: all of a pinned task, or of one with flux policy
     * RECOVER.
     */
    int fast(int t) {
        return isPinned(t) || demand.job().tasks().get(t).flux() == Flux.RECOVER ? present(t) : 0;
    }

    /** Whether any peer of the job must not be moved off its task. */
    boolean holdsFast() {
        for (int t = 0; t < low.length; t++) {
            if (fast(t) > 0) {
                return true;
            }
        }
        return false;
    }

    /** Sets the bounds of a task from its progress. */
    private void bound(int t, Task task, Stage stage) {
        int present = present(t);
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
                low[t] = isPinned(t) ? present : task.bounds().min();
                high[t] = isPinned(t) ? present : task.bounds().max();
            }
        }
    }

    /** Raises the bounds of all tasks of a colocated job to the number of copies, which is the same for each. */
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

    private long pinnedPeers() {
        long peers = 0;
        for (int t = 0; t < low.length; t++) {
            peers += isPinned(t) ? present(t) : 0;
        }
        return peers;
    }

    /** Whether the job, once it runs, can hold no more peers than it has, since a task has flux policy KILL. */
    boolean freezes() {
        return demand.job().tasks().stream().anyMatch(task -> task.flux() == Flux.KILL);
    }

    static long sum(int[] counts) {
        long sum = 0;
        for (int count : counts) {
            sum += count;
        }
        return sum;
    }

    /** Converts to int, at most {@link Integer#MAX_VALUE}. */
    private static int clip(long value) {
        return (int) Math.min(value, Integer.MAX_VALUE);
    }
}
