package io.sardonyx.value;

/** A node of a workflow; unique within its job. */
public final class TaskName extends Id<TaskName> {

    private TaskName(String text) {
        super(text);
    }

    public static TaskName of(String text) {
        return new TaskName(text);
    }
}
