package io.sardonyx.task;

/** Gives turns to task loops until they are over. */
public interface TaskExecutor {

    void add(TaskLoop loop);
}
