package io.sardonyx.task;

import io.sardonyx.channel.Batch;
import io.sardonyx.function.Results;
import io.sardonyx.task.TaskRoute.UnsendableHandler;

/**
 * Takes batches in which every segment is a root of its own through the phases many segments at a time: what they have
 * in common is paid once, not for each.
 *
 * <p>It stops in front of the first segment that fails, which is then done by itself like any other run.
 */
final class SegmentRootPhases {

    private final TaskResources taskResources;
    private final Router router;
    private final TurnBudget pace;
    private final boolean usable;
    private final Results results = new Results();
    private int reached;
    private boolean writing;
    private boolean stopped;

    /** @param plain whether nobody wants to see each run by itself */
    SegmentRootPhases(TaskResources taskResources, Router router, TurnBudget pace, boolean plain) {
        this.taskResources = taskResources;
        this.router = router;
        this.pace = pace;
        this.usable =
                plain && (taskResources.flow() == null || !taskResources.flow().decides());
        results.recordSources(true);
    }

    /** Whether it can do the whole batch. */
    boolean mayTake(Batch batch) {
        return usable && batch.runs() > 1 && batch.runs() == batch.size();
    }

    /** Whatever it was at is left behind. */
    void forget() {
        results.clear();
        writing = false;
        stopped = false;
    }

    /** Whether a segment failed and all before it are written; it is done by itself. */
    boolean hasStopped() {
        return stopped && !writing;
    }

    /** Whether the output has taken some of what was applied last, and gets the rest. */
    boolean isWriting() {
        return writing;
    }

    void begin() {
        stopped = false;
    }

    /** Goes on from a run; the first that is not done, all if that is behind the last. */
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
