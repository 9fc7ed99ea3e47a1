package io.sardonyx.replica;

import io.sardonyx.job.Cause;
import io.sardonyx.job.Outline;
import io.sardonyx.value.OrderedSet;
import io.sardonyx.value.SortedTable;
import io.sardonyx.value.TaskName;

/**
 * Record of an ended job, completed or killed; kept until garbage collection.
 *
 * @param completed the tasks that were complete by then
 * @param position of the entry that ended it
 * @param cause why it was killed; unspecified for one that completed
 * @param skipped how many segments each task skipped by its error policy
 */
public record Ending(
        Outline job, OrderedSet<TaskName> completed, long position, Cause cause, SortedTable<TaskName, Long> skipped) {

    public Ending(Outline job, OrderedSet<TaskName> completed, long position, Cause cause) {
        this(job, completed, position, cause, SortedTable.empty());
    }
}
