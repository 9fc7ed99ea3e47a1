package io.sardonyx.command;

import static io.sardonyx.log.Reaction.later;

import io.sardonyx.log.Change;
import io.sardonyx.log.Reaction;
import io.sardonyx.replica.Replica;
import io.sardonyx.value.GroupId;
import java.util.List;

/**
 * A joiner gives up its attempt.
 *
 * <p>Submitter: the joiner. Replica: its join in flight is erased and it is known as turned away; nothing for a member
 * or for an id nobody knows. Duties: outside the ring it watches one member. Reactions: it prepares again after a
 * back-off.
 */
public record AbortJoinCluster(GroupId id) implements Command {

    @Override
    public Replica apply(Replica before, long position) {
        return before.ring().joining().has(id) ? before.with(before.ring().turnAway(id)) : before;
    }

    /** A joiner that has a new attempt in flight would only abort that one, and so on for ever. */
    @Override
    public boolean isMoot(Replica now) {
        return now.ring().knows(id);
    }

    @Override
    public List<Reaction<Replica>> reactions(Change<Replica> change, GroupId self) {
        var ring = change.after().ring();
        boolean outside = self.equals(id) && !ring.knows(id) && !ring.hasLeft(id);
        return outside ? later(new PrepareJoinCluster(id)) : List.of();
    }
}
