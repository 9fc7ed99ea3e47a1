package io.sardonyx.command;

import io.sardonyx.assignment.Checkpoints;
import io.sardonyx.replica.Replica;
import io.sardonyx.value.JobId;

/**
 * Command: a checkpoint loses its name.
 *
 * <p>Submitter: a client. Replica: the checkpoint is kept only as long as it is one of the latest, has another name, or
 * a job goes on from it; nothing for an unknown name. Duties: its documents are deleted. Reactions: none.
 */
public record DropCheckpoint(JobId job, String name) implements Command {

    public DropCheckpoint {
        Checkpoints.checkedName(name);
    }

    @Override
    public Replica apply(Replica before, long position) {
        Checkpoints checkpoints = before.jobs().checkpoints(job);
        return checkpoints.named().has(name) ? before.with(before.jobs().with(job, checkpoints.without(name))) : before;
    }
}
