package io.sardonyx.command;

import io.sardonyx.log.Change;
import io.sardonyx.log.Reaction;
import io.sardonyx.replica.Peer;
import io.sardonyx.replica.Replica;
import io.sardonyx.value.GroupId;
import io.sardonyx.value.PeerId;
import java.util.List;

/**
 * Command: a virtual peer leaves; its group stays.
 *
 * <p>Submitter: the peer's group. Replica: the peer is removed; a job whose frozen task it ran is killed. Duties: work
 * is assigned anew. Reactions: peers volunteer that have lost their work, whose jobs now have more than their share, or
 * that are idle and take its place.
 */
public record LeaveCluster(PeerId id) implements Command {

    @Override
    public Replica apply(Replica before, long position) {
        Peer peer = before.peers().present().get(id);
        if (peer != null) {
            return Departures.of(before, List.of(peer), position).settled(before, position);
        }
        return before.peers().orphans().has(id) ? before.with(before.peers().without(id)) : before;
    }

    @Override
    public List<Reaction<Replica>> reactions(Change<Replica> change, GroupId self) {
        return VolunteerReactions.freed(change, self);
    }
}
