package io.sardonyx.task;

import io.sardonyx.channel.Batch;
import io.sardonyx.function.Results;
import io.sardonyx.task.TaskRoute.UnsendableHandler;

/**
 * Fast path through the phases for batches in which every segment is its own root: the function is applied to many
 * segments at once, so that the cost per call is paid once.
 *
 * <p>It stops before the first segment that fails, which then takes the ordinary path of {@link TaskPhases} as a run of
 * its own.
 */
final class SegmentRootPhases {

    private final TaskResources taskResources;
    private final Router router;
    private final TurnBudget pace;
    private final boolean usable;
    private final Results results = new Results();
    /* Run up to which the function was applied, exclusive. */
    private int reached;
    /* Whether the output had no room for all results, so that the same are written on in the next turn. */
    private boolean writing;
    /* Whether the function failed at reached. */
    private boolean stopped;

    /** @param plain whether no lifecycle or batch function has to see each run by itself */
    SegmentRootPhases(TaskResources taskResources, Router router, TurnBudget pace, boolean plain) {
        this.taskResources = taskResources;
        this.router = router;
        this.pace = pace;
        this.usable =
                plain && (taskResources.flow() == null || !taskResources.flow().decides());
        results.recordSources(true);
    }

    /** Whether every run of the batch is a single segment and the fast path applies to the task. */
    boolean mayTake(Batch batch) {
        return usable && batch.runs() > 1 && batch.runs() == batch.size();
    }

    /** Drops the batch in progress, at a new fence. */
    void forget() {
        results.clear();
        writing = false;
        stopped = false;
    }

    /** Whether a segment failed and everything before it is written; it takes the ordinary path. */
    boolean hasStopped() {
        return stopped && !writing;
    }

    /** Whether results of the last step are still to be written. */
    boolean isWriting() {
        return writing;
    }

    /** Starts a new batch. */
    void begin() {
        stopped = false;
    }

    /** Continues from a run; returns the first run that is not done, or the number of runs when all are. */
    int run(Batch batch, int from, long nowNanos) throws Exception {
        int run = from;
        boolean left = false;
        while (run < batch.runs() && !hasStopped() && !left) {
            if (!writing) {
                if (pace.isOverdue(nowNanos)) {
                    return run;
                }
                reached = pace.apply(taskResources.function(), batch.segments(), run, batch.runs(), results);
                pace.weigh(reached - run, router.weigh(results, taskResources.function(), batch));
                stopped = results.failure() != null;
                left = pace.hasLeft();
            }
            writing = !write(batch, run);
            if (writing) {
                return run;
            }
            results.clear();
            run = reached;
        }
        return run;
    }

    /** Writes and acks the runs up to {@code reached}; false when the output has no room for all of them. */
    private boolean write(Batch batch, int from) throws Exception {
        OutputWriter output = taskResources.output();
        if (output != null) {
            UnsendableHandler refusal = (segment, why) -> {
                int run = results.sources()[output.index()];
                router.begin(batch, run);
                router.refuse(segment, why);
                router.tellSkipped();
            };
            if (!output.write(results, refusal)) {
                return false;
            }
            for (int run = from; run < reached; run++) {
                output.endRun(batch.root(run), batch.value(run));
            }
            return true;
        }
        int[] sources = results.sources();
        int next = 0;
        for (int run = from; run < reached; run++) {
            router.begin(batch, run);
            int first = next;
            while (next < results.size() && sources[next] == run) {
                next++;
            }
            router.give(results, first, next);
            router.ack(batch.value(run));
        }
        return true;
    }
}
