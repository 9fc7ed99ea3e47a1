package io.sardonyx.job;

import io.sardonyx.value.TaskName;
import org.jspecify.annotations.Nullable;

/**
 * What accompanies a task from its start to its end.
 *
 * @param task the task it accompanies; null for each of them
 * @param factory the public static method that gives the {@code io.sardonyx.plugin.Lifecycle}
 */
public record LifecycleEntry(@Nullable TaskName task, Call factory) {

    public boolean appliesTo(TaskName other) {
        return task == null || task.equals(other);
    }
}
