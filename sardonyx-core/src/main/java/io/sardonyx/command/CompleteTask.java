package io.sardonyx.command;

import io.sardonyx.log.Change;
import io.sardonyx.log.Reaction;
import io.sardonyx.replica.Replica;
import io.sardonyx.replica.Run;
import io.sardonyx.value.GroupId;
import io.sardonyx.value.JobId;
import io.sardonyx.value.PeerId;
import io.sardonyx.value.TaskName;
import java.util.List;

/**
 * Command: a peer has passed on the end mark of its task of a queued job.
 *
 * <p>Submitter: a peer of the task. Replica: the task is complete and its peers are idle; the job too when it was the
 * last task; nothing when the peer is not on the task. Duties: work is assigned anew. Reactions: the peers of the task
 * volunteer.
 *
 * <p>A sealer that dies before it says this leaves the task open: another peer seals again, and the second end mark is
 * dropped. A loop of the past that says it has passed on the end mark, so the task is complete whoever holds it now.
 *
 * @param skipped how many segments the peers of the task skipped by its error policy
 */
public record CompleteTask(PeerId id, JobId job, TaskName task, long skipped) implements Command {

    public CompleteTask(PeerId id, JobId job, TaskName task) {
        this(id, job, task, 0);
    }

    @Override
    public Replica apply(Replica before, long position) {
        Run run = before.jobs().live().get(job);
        int index = run == null ? -1 : run.job().indexOf(task);
        return run == null || index < 0 || !run.isQueued() || !run.stage(index).holds(id)
                ? before
                : before.completing(run.skip(task, skipped), task, position).settled(before, position);
    }

    @Override
    public List<Reaction<Replica>> reactions(Change<Replica> change, GroupId self) {
        return VolunteerReactions.freed(change, self);
    }
}
