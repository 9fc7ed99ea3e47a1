package io.sardonyx.schedule;

import io.sardonyx.assignment.Progress;
import io.sardonyx.assignment.Stage;
import io.sardonyx.job.Bounds;
import io.sardonyx.job.Flux;
import io.sardonyx.job.Task;
import io.sardonyx.job.TaskScheduler;
import java.util.List;

/** The bounds of a job and of each of its tasks, given what runs. */
final class PeerNeed {

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

    /**
     * Whether the job holds peers that may neither leave nor be joined: of a running frozen task, or of one being
     * sealed.
     */
    final boolean pinned;

    /**
     * Whether peers come in whole copies on one site. While a task is being sealed the copies are not whole any more.
     */
    final boolean colocated;

    private final boolean anew;

    PeerNeed(Demand demand) {
        this(demand, false);
    }

    /** What the job needs if it is started anew, as if it held nothing. */
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

    /** What the task holds; of a job that is started anew, with nothing left of an earlier seal. */
    Stage stage(int t) {
        Stage stage = demand.stages().get(t);
        return anew && stage.progress() == Progress.SEALING ? new Stage(stage.places(), Progress.OPEN, null) : stage;
    }

    /** How many peers the task holds that count. */
    int present(int t) {
        return anew ? 0 : stage(t).places().size();
    }

    /**
     * Whether nobody may leave or join the task, as long as it holds anybody. A task short of its minimum still grows.
     */
    boolean isPinned(int t) {
        Task task = demand.job().tasks().get(t);
        boolean frozen = task.flux() == Flux.KILL
                && present(t) >= Math.max(1, task.bounds().min());
        return frozen || !stage(t).isOpen();
    }

    /** How many of the task's peers no other task may have: all of a pinned one, or of one that recovers its losses. */
    int fast(int t) {
        return isPinned(t) || demand.job().tasks().get(t).flux() == Flux.RECOVER ? present(t) : 0;
    }

    /** Whether any peer of the job may not be moved off its task. */
    boolean holdsFast() {
        for (int t = 0; t < low.length; t++) {
            if (fast(t) > 0) {
                return true;
            }
        }
        return false;
    }

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

    private long pinnedPeers() {
        long peers = 0;
        for (int t = 0; t < low.length; t++) {
            peers += isPinned(t) ? present(t) : 0;
        }
        return peers;
    }

    /** Whether the job, once it runs, may hold no more peers than it has. */
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

    private static int clip(long value) {
        return (int) Math.min(value, Integer.MAX_VALUE);
    }
}
