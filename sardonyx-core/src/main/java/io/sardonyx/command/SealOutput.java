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
 * Command: an output was sealed, that is, published.
 *
 * <p>Submitter: the peer that sealed it. Replica: the output is sealed; with the last one the job is complete, or
 * stopped if it was stopping, and its peers are idle. Duties: work is assigned anew. Reactions: the peers of a
 * completed job volunteer.
 */
public record SealOutput(JobId job, TaskName task) implements Command {

    @Override
    public Replica apply(Replica before, long position) {
        Run run = before.jobs().live().get(job);
        if (run == null || !run.job().outputs().contains(task) || run.sealed().has(task)) {
            return before;
        }
        Run sealed = run.seal(task);
        Replica after = before.with(before.jobs().with(sealed));
        return sealed.sealed().containsAll(run.job().outputs())
                ? after.ending(sealed, position).settled(before, position)
                : after;
    }

    @Override
    public List<Reaction<Replica>> reactions(Change<Replica> change, GroupId self) {
        return VolunteerReactions.freed(change, self);
    }
}
