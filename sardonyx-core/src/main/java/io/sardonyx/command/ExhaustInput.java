package io.sardonyx.command;

import io.sardonyx.log.Change;
import io.sardonyx.log.Reaction;
import io.sardonyx.replica.Replica;
import io.sardonyx.replica.Run;
import io.sardonyx.value.GroupId;
import io.sardonyx.value.JobId;
import io.sardonyx.value.TaskName;
import java.util.List;

/**
 * An input has nothing more to give and nothing in flight.
 *
 * <p>Submitter: a peer of the input. Replica: the input is exhausted; a job that has no outputs is complete with its
 * last input. Duties: when all inputs are exhausted, the lowest slot of each output seals it. Reactions: the peers of a
 * completed job volunteer.
 */
public record ExhaustInput(JobId job, TaskName task) implements Command {

    @Override
    public Replica apply(Replica before, long position) {
        Run run = before.jobs().live().get(job);
        if (run == null || !run.job().inputs().contains(task) || run.exhausted().has(task)) {
            return before;
        }
        Run exhausted = run.exhaust(task);
        Replica after = before.with(before.jobs().with(exhausted));
        return exhausted.isSealed() ? after.completing(exhausted, position).settled(before, position) : after;
    }

    @Override
    public List<Reaction<Replica>> reactions(Change<Replica> change, GroupId self) {
        return Volunteers.idled(change.before(), change.after(), self);
    }
}
