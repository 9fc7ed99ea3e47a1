package io.sardonyx.command;

import io.sardonyx.job.Allocation;
import io.sardonyx.replica.Replica;
import io.sardonyx.replica.Run;
import io.sardonyx.value.JobId;

/**
 * Command: a job has lost something that was under way, and goes back to its latest checkpoint.
 *
 * <p>Submitter: any group of the job that notices the loss. Replica: a new fence, while all places stay; nothing under
 * another fence than the job's. Duties: all its tasks start again from the latest checkpoint. Reactions: none.
 *
 * @param fence under which something was lost
 * @param reason what was lost, for people
 */
public record RewindJob(JobId job, long fence, String reason) implements Command {

    @Override
    public Replica apply(Replica before, long position) {
        Run run = before.jobs().live().get(job);
        boolean current = run != null
                && run.version() == fence
                && fence != Run.NEVER_PLACED
                && !run.isQueued()
                && before.cluster().allocation() != Allocation.COORDINATED;
        return current && run != null ? before.with(before.jobs().with(run.at(position, reason))) : before;
    }
}
