package io.sardonyx.task;

import io.sardonyx.report.TaskStats;
import io.sardonyx.value.Assignment;
import io.sardonyx.value.TaskName;
import java.util.SortedMap;

/**
 * Listener for what a task loop reports of its task. The owner of the loop turns events into decisions, such as log
 * entries.
 *
 * <p>Methods are called by the thread of the task's turn, by the watchdog or by a closing pool, so implementations must
 * be thread-safe and must not block.
 */
public interface TaskEvents {

    /**
     * Every partition of the input was read to its end, and every root is done.
     *
     * @param skipped number of segments that each task skipped
     */
    void exhausted(Assignment task, SortedMap<TaskName, Long> skipped);

    /** The output was published (sealed). */
    void sealed(Assignment task);

    /** All queues of a queued task are drained: no more segments will come. */
    void drained(Assignment task);

    /**
     * A queued task has passed the end on to the queues of its downstream tasks, or published its output.
     *
     * @param skipped number of segments that all peers of the task have skipped
     */
    void passedOn(Assignment task, long skipped);

    /**
     * The task failed, so that the job has to be killed, unless its assignments have changed since the fence.
     *
     * @param fence under which it failed
     */
    void failed(Assignment task, String reason, long fence);

    /**
     * The task has lost something that was under way in a job with checkpoints, which has to go back to its latest one,
     * unless its assignments have changed since the fence.
     */
    default void lost(Assignment task, long fence, String reason) {
        throw new IllegalStateException("job " + task.job() + " has no checkpoints: " + reason);
    }

    /** A checkpoint is complete but for its entry in the log: everybody has acked it, and the manifest is stored. */
    default void checkpointed(Assignment task, AckedCheckpoint checkpoint) {
        throw new IllegalStateException("job " + task.job() + " has no checkpoints");
    }

    /**
     * A checkpoint that everybody has acked.
     *
     * @param manifest hash of the stored manifest
     * @param last whether all inputs have ended
     * @param skipped number of segments that each task has skipped; without tasks that skipped none
     */
    record AckedCheckpoint(long fence, long number, String manifest, boolean last, SortedMap<TaskName, Long> skipped) {}

    /** Restarts in place were used up: the task is to be reassigned. */
    void gaveUp(Assignment task);

    /** A lifecycle failed in {@code afterTask}, too late to affect the job. */
    void failedAtEnd(Assignment task, String why);

    /** Final statistics of a loop that ends or restarts; they are not part of its {@code stats} any more. */
    void did(TaskStats stats);

    /** The loop is over, and everything it held is closed. */
    void ended();
}
