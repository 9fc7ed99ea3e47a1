package io.sardonyx.replica;

import io.sardonyx.job.outline.Cause;
import io.sardonyx.job.outline.Outline;
import io.sardonyx.value.TaskName;
import io.sardonyx.value.table.OrderedSet;
import io.sardonyx.value.table.SortedTable;

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
