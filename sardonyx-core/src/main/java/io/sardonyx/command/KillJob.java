package io.sardonyx.command;

import io.sardonyx.job.Cause;
import io.sardonyx.log.Change;
import io.sardonyx.log.Reaction;
import io.sardonyx.replica.Replica;
import io.sardonyx.replica.Run;
import io.sardonyx.value.GroupId;
import io.sardonyx.value.JobId;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A job is stopped for good.
 *
 * <p>Submitter: a client, or a peer whose function failed. Replica: a live job is killed and its peers are idle;
 * nothing for any other id, nor when the job's places have changed since the fence under which a peer failed: a loop of
 * the past cannot kill the job of the present. Duties: work is shared out anew. Reactions: its peers volunteer.
 *
 * @param fence the job's allocation version that the failed task worked under, or null when a person wants it
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
        return VolunteerReactions.idled(change.before(), change.after(), self);
    }
}
