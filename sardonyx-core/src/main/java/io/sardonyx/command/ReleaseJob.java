package io.sardonyx.command;

import io.sardonyx.replica.Replica;
import io.sardonyx.replica.Run;
import io.sardonyx.value.JobId;

/**
 * Command: releases a job that is held.
 *
 * <p>Submitter: a client. Replica: the count of deaths is reset and the plan gives the job peers; nothing for a job
 * that is not held. Duties: work is assigned anew. Reactions: none.
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
