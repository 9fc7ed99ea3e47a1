package io.sardonyx.coordinator;

import io.sardonyx.log.Change;
import io.sardonyx.log.Reaction;
import io.sardonyx.value.GroupId;
import io.sardonyx.value.JobId;
import java.util.List;

/**
 * Event: a job that was killed is given up.
 *
 * <p>Submitter: the leader, for a job that the cluster no longer has as live. Roster: all peers at its tasks are idle,
 * whatever they did there, and the job is forgotten; nothing for one that is finished or unknown. Reactions: a round of
 * offers.
 */
public record Withdraw(JobId job) implements Event {

    @Override
    public Roster apply(Roster before, long position) {
        return before.withdrawing(job);
    }

    @Override
    public List<Reaction<Roster>> reactions(Change<Roster> change, GroupId self) {
        return change.happened() ? FollowUps.of(Offers.next(change.after())) : List.of();
    }
}
