package io.sardonyx.task;

import io.sardonyx.assignment.Assignment;
import io.sardonyx.content.TaskStats;
import io.sardonyx.value.TaskName;
import java.util.SortedMap;

/**
 * Task events: what a task loop reports of its task. Whoever employs the loop makes of them what its way to decide
 * needs, such as entries of the log; the loop does not know. Any thread may call.
 */
public interface TaskEvents {

    /**
     * All of the input was read, and everything that grew from it is done.
     *
     * @param skipped how many segments each task left out
     */
    void exhausted(Assignment task, SortedMap<TaskName, Long> skipped);

    /** The output was published. */
    void sealed(Assignment task);

    /**
     * The task failed, so that the job has to end, unless its places have changed since the fence.
     *
     * @param fence under which it failed
     */
    void failed(Assignment task, String reason, long fence);

    /** Restarts in place did not help: the task is to be given to a peer anew. */
    void gaveUp(Assignment task);

    /** A lifecycle of the task failed at its end, when nothing can be made of it any more. */
    void failedAtEnd(Assignment task, String why);

    /** This is what the loop did, and its stats tell it no more. */
    void did(TaskStats stats);

    /** The loop is over, and all it held is closed. */
    void ended();
}
