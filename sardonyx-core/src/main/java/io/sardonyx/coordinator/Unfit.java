package io.sardonyx.coordinator;

import io.sardonyx.log.Change;
import io.sardonyx.log.Reaction;
import io.sardonyx.value.GroupId;
import io.sardonyx.value.JobId;
import io.sardonyx.value.PeerId;
import java.util.List;

/**
 * Event: a peer cannot run a job, because its process lacks a class, a secret or a plugin.
 *
 * <p>Submitter: the leader, for each peer of a process that declared so. Roster: offers of this job pass the peer by;
 * if it was at one of its tasks it is idle, and the task counts one more attempt if it was at work. Nothing for a peer
 * that is revoked or dead. Reactions: a round of offers.
 */
public record Unfit(PeerId peer, JobId job) implements Event {

    @Override
    public Roster apply(Roster before, long position) {
        var known = before.peers().get(peer);
        return known != null && known.state().isLiving() ? before.excluding(peer, job) : before;
    }

    @Override
    public List<Reaction<Roster>> reactions(Change<Roster> change, GroupId self) {
        return change.happened() ? FollowUps.of(Offers.next(change.after())) : List.of();
    }
}
