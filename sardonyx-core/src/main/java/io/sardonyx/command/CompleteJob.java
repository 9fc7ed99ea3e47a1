package io.sardonyx.command;

import io.sardonyx.log.Change;
import io.sardonyx.log.Reaction;
import io.sardonyx.replica.Replica;
import io.sardonyx.replica.Run;
import io.sardonyx.value.GroupId;
import io.sardonyx.value.JobId;
import java.util.List;

/**
 * Command: an operator declares a job complete.
 *
 * <p>Submitter: an operator. Replica: a live job is completed and its peers are idle; nothing for any other id. Duties:
 * work is assigned anew. Reactions: its peers volunteer.
 */
public record CompleteJob(JobId job) implements Command {

    @Override
    public Replica apply(Replica before, long position) {
        Run run = before.jobs().live().get(job);
        return run == null ? before : before.completing(run, position).settled(before, position);
    }

    @Override
    public List<Reaction<Replica>> reactions(Change<Replica> change, GroupId self) {
        return VolunteerReactions.freed(change, self);
    }
}
