package io.sardonyx.command;

import static io.sardonyx.log.Reaction.now;

import io.sardonyx.log.Change;
import io.sardonyx.log.Reaction;
import io.sardonyx.replica.Replica;
import io.sardonyx.value.GroupId;
import java.util.List;

/**
 * Command: a group asks to join the ring.
 *
 * <p>Submitter: the joiner. Replica: a free member becomes the joiner's observer; the first group of an empty cluster
 * joins at once; a joiner for which no member is free is turned away. Duties: observer and joiner watch each other.
 * Reactions: the observer notifies; a joiner that was turned away aborts; the peers of a group that joined at once
 * volunteer.
 */
public record PrepareJoinCluster(GroupId joiner) implements Command {

    @Override
    public Replica apply(Replica before, long position) {
        var ring = before.ring();
        if (ring.knows(joiner) || ring.hasLeft(joiner)) {
            return before;
        }
        if (ring.members().isEmpty()) {
            return before.admitting(ring.found(joiner), joiner, position);
        }
        return before.with(ring.candidate(joiner, position)
                .map(observer -> ring.prepare(observer, joiner))
                .orElseGet(() -> ring.turnAway(joiner)));
    }

    @Override
    public List<Reaction<Replica>> reactions(Change<Replica> change, GroupId self) {
        var ring = change.after().ring();
        if (self.equals(joiner)) {
            if (change.happened() && ring.isMember(joiner)) {
                return VolunteerReactions.forAnyJob(change.after(), self);
            }
            return ring.knows(joiner) || ring.hasLeft(joiner) ? List.of() : now(new AbortJoinCluster(joiner));
        }
        boolean observing = change.happened()
                && ring.isPrepared(joiner)
                && ring.joinersOf(self).contains(joiner);
        return observing ? now(new NotifyJoinCluster(joiner)) : List.of();
    }
}
