package io.sardonyx.replica;

import io.sardonyx.assignment.Checkpoints;
import io.sardonyx.job.outline.Cause;
import io.sardonyx.job.outline.Outline;
import io.sardonyx.value.TaskName;
import io.sardonyx.value.table.OrderedSet;
import io.sardonyx.value.table.SortedTable;

/**
 * Record of an ended job, completed, killed or stopped; kept until garbage collection.
 *
 * @param completed the tasks that were complete by then
 * @param position of the entry that ended it
 * @param cause why it was killed; unspecified for one that completed
 * @param skipped how many segments each task skipped by its error policy
 * @param checkpoints those that it can be resumed from
 * @param stopped whether it was stopped at its latest checkpoint, and not killed
 */
public record Ending(
        Outline job,
        OrderedSet<TaskName> completed,
        long position,
        Cause cause,
        SortedTable<TaskName, Long> skipped,
        Checkpoints checkpoints,
        boolean stopped) {

    public Ending(Outline job, OrderedSet<TaskName> completed, long position, Cause cause) {
        this(job, completed, position, cause, SortedTable.empty());
    }

    public Ending(
            Outline job,
            OrderedSet<TaskName> completed,
            long position,
            Cause cause,
            SortedTable<TaskName, Long> skipped) {
        this(job, completed, position, cause, skipped, Checkpoints.NONE, false);
    }

    /** How a job has ended that is what the run says. */
    static Ending of(Run run, long position, Cause cause, boolean stopped) {
        return new Ending(
                run.job(),
                run.completed(),
                position,
                cause,
                run.skipped(),
                run.checkpoints().ended(),
                stopped);
    }

    public Ending with(Checkpoints other) {
        return new Ending(job, completed, position, cause, skipped, other, stopped);
    }
}
