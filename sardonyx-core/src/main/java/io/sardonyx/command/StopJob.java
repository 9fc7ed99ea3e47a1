package io.sardonyx.command;

import io.sardonyx.log.Change;
import io.sardonyx.log.Reaction;
import io.sardonyx.replica.Replica;
import io.sardonyx.replica.Run;
import io.sardonyx.value.GroupId;
import io.sardonyx.value.JobId;
import java.util.List;

/**
 * Command: stops a job at a last checkpoint, from which it can be resumed.
 *
 * <p>Submitter: a client. Replica: the job is stopping; one that nobody has worked for yet is stopped at once. Nothing
 * for a job without checkpoints, or whose inputs have all ended. Duties: inputs read no more and the keeper makes a
 * last checkpoint; its entry and the outputs' then end the job. Reactions: where peers volunteer, those of a job that
 * is stopped at once.
 */
public record StopJob(JobId job) implements Command {

    @Override
    public Replica apply(Replica before, long position) {
        Run run = before.jobs().live().get(job);
        if (run == null
                || !run.job().hasCheckpoints()
                || run.isQueued()
                || run.checkpoints().stopping()
                || run.isExhausted()) {
            return before;
        }
        Run stopping = run.with(run.checkpoints().stopped());
        return run.version() == Run.NEVER_PLACED
                ? before.stopping(stopping, position).settled(before, position)
                : before.with(before.jobs().with(stopping));
    }

    @Override
    public List<Reaction<Replica>> reactions(Change<Replica> change, GroupId self) {
        return VolunteerReactions.freed(change, self);
    }
}
