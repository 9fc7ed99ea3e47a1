package io.sardonyx.command;

import io.sardonyx.job.Cause;
import io.sardonyx.log.Change;
import io.sardonyx.log.Reaction;
import io.sardonyx.replica.Replica;
import io.sardonyx.replica.Run;
import io.sardonyx.value.GroupId;
import io.sardonyx.value.JobId;
import java.util.List;

/**
 * A job is stopped for good.
 *
 * <p>Submitter: a client, or a peer whose function failed. Replica: a live job is killed and its peers are idle;
 * nothing for any other id. Duties: work is shared out anew. Reactions: its peers volunteer.
 */
public record KillJob(JobId job, Cause cause) implements Command {

    @Override
    public Replica apply(Replica before, long position) {
        Run run = before.jobs().live().get(job);
        return run == null ? before : before.killing(run, position, cause).settled(before, position);
    }

    @Override
    public List<Reaction<Replica>> reactions(Change<Replica> change, GroupId self) {
        return Volunteers.idled(change.before(), change.after(), self);
    }
}
