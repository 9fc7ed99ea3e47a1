package io.sardonyx.replica;

import io.sardonyx.job.Cause;
import io.sardonyx.job.Outline;
import io.sardonyx.value.OrderedSet;
import io.sardonyx.value.SortedTable;
import io.sardonyx.value.TaskName;

/**
 * How a job ended; kept until gc.
 *
 * @param completed the tasks that were done by then
 * @param position the entry that ended it
 * @param cause why it was killed; nothing said of one that completed
 * @param skipped how many segments each task left out by its error policy
 */
public record Ending(
        Outline job, OrderedSet<TaskName> completed, long position, Cause cause, SortedTable<TaskName, Long> skipped) {

    public Ending(Outline job, OrderedSet<TaskName> completed, long position, Cause cause) {
        this(job, completed, position, cause, SortedTable.empty());
    }
}
