package io.sardonyx.value;

/**
 * Name of a task, a node of the workflow; unique within its job.
 *
 * <p>{@code TaskName.of("split")}; where a job is built in Java a text does.
 */
public final class TaskName extends Id<TaskName> {

    private TaskName(String text) {
        super(text);
    }

    public static TaskName of(String text) {
        return new TaskName(text);
    }
}
