package io.sardonyx.command;

import io.sardonyx.log.Change;
import io.sardonyx.log.Reaction;
import io.sardonyx.replica.Replica;
import io.sardonyx.replica.Run;
import io.sardonyx.value.GroupId;
import io.sardonyx.value.JobId;
import io.sardonyx.value.TaskName;
import io.sardonyx.value.table.SortedTable;
import java.util.List;

/**
 * Command: an input has no more segments and none in flight.
 *
 * <p>Submitter: a peer of the input. Replica: the input is exhausted; a job that has no outputs is complete with its
 * last input. Duties: when all inputs are exhausted, the lowest slot of each output seals it. Reactions: the peers of a
 * completed job volunteer.
 *
 * @param skipped how many of the input's segments each task skipped by its error policy
 */
public record ExhaustInput(JobId job, TaskName task, SortedTable<TaskName, Long> skipped) implements Command {

    public ExhaustInput(JobId job, TaskName task) {
        this(job, task, SortedTable.empty());
    }

    @Override
    public Replica apply(Replica before, long position) {
        Run run = before.jobs().live().get(job);
        if (run == null || !run.job().inputs().contains(task) || run.exhausted().has(task)) {
            return before;
        }
        Run exhausted = run.exhaust(task, skipped);
        Replica after = before.with(before.jobs().with(exhausted));
        return exhausted.isSealed() ? after.completing(exhausted, position).settled(before, position) : after;
    }

    @Override
    public List<Reaction<Replica>> reactions(Change<Replica> change, GroupId self) {
        return VolunteerReactions.freed(change, self);
    }
}
