package io.sardonyx.task;

/** Executor of task loops: gives each loop turns, one thread at a time, until it is over. */
public interface TaskExecutor {

    /** Schedules a loop; from any thread. A loop's turns must be ordered by happens-before. */
    void add(TaskLoop loop);
}
