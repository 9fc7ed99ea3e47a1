package io.sardonyx.command;

import io.sardonyx.replica.Replica;
import io.sardonyx.replica.Run;
import io.sardonyx.value.JobId;

/**
 * A job that is held may run again.
 *
 * <p>Submitter: a client. Replica: no death counts for the job any more and the plan gives it peers; nothing for a job
 * that is not held. Duties: work is shared out anew. Reactions: none.
 */
public record ReleaseJob(JobId job) implements Command {

    @Override
    public Replica apply(Replica before, long position) {
        Run run = before.jobs().live().get(job);
        return run == null || !run.health().held()
                ? before
                : before.with(before.jobs().with(run.with(run.health().recovered())))
                        .settled(before, position);
    }
}
