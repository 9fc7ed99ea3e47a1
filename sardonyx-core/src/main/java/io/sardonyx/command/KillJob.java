package io.sardonyx.command;

import io.sardonyx.job.outline.Cause;
import io.sardonyx.log.Change;
import io.sardonyx.log.Reaction;
import io.sardonyx.replica.Replica;
import io.sardonyx.replica.Run;
import io.sardonyx.value.GroupId;
import io.sardonyx.value.JobId;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Command: kills a job.
 *
 * <p>Submitter: a client, or a peer whose function failed. Replica: a live job is killed and its peers are idle;
 * nothing for any other id, nor when the job's places have changed since the fence under which a peer failed, so that a
 * stale task loop cannot kill the job. Duties: work is assigned anew. Reactions: its peers volunteer.
 *
 * @param fence the job's fence under which the failed task ran, or null for a request of a user
 */
public record KillJob(JobId job, Cause cause, @Nullable Long fence) implements Command {

    public KillJob(JobId job, Cause cause) {
        this(job, cause, null);
    }

    @Override
    public Replica apply(Replica before, long position) {
        Run run = before.jobs().live().get(job);
        return run == null || fence != null && run.version() > fence
                ? before
                : before.killing(run, position, cause).settled(before, position);
    }

    @Override
    public List<Reaction<Replica>> reactions(Change<Replica> change, GroupId self) {
        return VolunteerReactions.freed(change, self);
    }
}
