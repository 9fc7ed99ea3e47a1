package io.sardonyx.job;

import io.sardonyx.value.TaskName;
import org.jspecify.annotations.Nullable;

/**
 * Why a job was stopped, as far as anybody said.
 *
 * @param reason in the words of whoever stopped it, or of what its function threw
 * @param task the task that failed, or null when nothing did
 * @param by who stopped it, or null when a task's failure did
 */
public record Cause(
        @Nullable String reason,
        @Nullable TaskName task,
        @Nullable String by) {

    public static final Cause UNSAID = new Cause(null, null, null);
}
