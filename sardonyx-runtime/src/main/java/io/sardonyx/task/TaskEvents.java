package io.sardonyx.task;

import io.sardonyx.command.Command;
import io.sardonyx.job.Assignment;

/** Where a task loop says what the cluster has to know; any thread may. */
public interface TaskEvents {

    /** Appends it to the log. */
    void append(Command command);

    /** A lifecycle of the task failed at its end, when nothing can be made of it any more. */
    void failedAtEnd(Assignment task, String why);

    /** This is what the loop did, and its stats tell it no more. */
    void did(TaskStats stats);

    /** The loop is over, and all it held is closed. */
    void ended();
}
