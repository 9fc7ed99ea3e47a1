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
 * Command: a job is declared complete.
 *
 * <p>Submitter: an operator, or the leader of a coordinated cluster. Replica: a live job is completed and its peers are
 * idle; nothing for any other id. Duties: work is assigned anew. Reactions: its peers volunteer.
 *
 * @param skipped how many segments tasks skipped by their error policies, as far as the replica does not know that from
 *     other commands
 */
public record CompleteJob(JobId job, SortedTable<TaskName, Long> skipped) implements Command {

    public CompleteJob(JobId job) {
        this(job, SortedTable.empty());
    }

    @Override
    public Replica apply(Replica before, long position) {
        Run run = before.jobs().live().get(job);
        return run == null
                ? before
                : before.completing(run.skip(skipped), position).settled(before, position);
    }

    @Override
    public List<Reaction<Replica>> reactions(Change<Replica> change, GroupId self) {
        return VolunteerReactions.freed(change, self);
    }
}
