package io.sardonyx.replica;

import io.sardonyx.job.Job;
import io.sardonyx.value.OrderedSet;
import io.sardonyx.value.TaskName;
import org.jspecify.annotations.Nullable;

/**
 * How a job ended; kept until gc.
 *
 * @param completed the tasks that were done by then
 * @param position the entry that ended it
 * @param reason why it was killed, or null
 * @param failedTask the task whose failure killed it, or null
 */
public record Ending(
        Job job,
        OrderedSet<TaskName> completed,
        long position,
        @Nullable String reason,
        @Nullable TaskName failedTask) {}
