package io.sardonyx.command;

import io.sardonyx.log.Change;
import io.sardonyx.log.Reaction;
import io.sardonyx.replica.Replica;
import io.sardonyx.replica.Run;
import io.sardonyx.value.GroupId;
import io.sardonyx.value.JobId;
import io.sardonyx.value.TaskName;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A job is stopped for good.
 *
 * <p>Submitter: a client, or a peer whose function failed. Replica: a live job is killed and its peers are idle;
 * nothing for any other id. Duties: work is shared out anew. Reactions: its peers volunteer.
 *
 * @param reason why, for whoever waits for the job, or null
 * @param task the task that failed, or null
 */
public record KillJob(
        JobId job, @Nullable String reason, @Nullable TaskName task) implements Command {

    @Override
    public Replica apply(Replica before, long position) {
        Run run = before.jobs().live().get(job);
        return run == null
                ? before
                : before.killing(run, position, reason, task).settled(before, position);
    }

    @Override
    public List<Reaction<Replica>> reactions(Change<Replica> change, GroupId self) {
        return Volunteers.idled(change.before(), change.after(), self);
    }
}
