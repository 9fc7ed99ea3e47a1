package io.sardonyx.command;

import io.sardonyx.replica.Replica;
import io.sardonyx.value.JobId;

/**
 * Command: a killed or stopped job is dropped, since it will not be resumed.
 *
 * <p>Submitter: a client. Replica: only the id of the job is kept; nothing for a job that was not killed, or from which
 * another one goes on. Duties: its documents are deleted with the next sweep. Reactions: none.
 */
public record ForgetJob(JobId job) implements Command {

    @Override
    public Replica apply(Replica before, long position) {
        return before.jobs().killed().has(job) && !before.jobs().resumed().contains(job)
                ? before.with(before.jobs().forget(job, before.cluster().remembered()))
                : before;
    }
}
