package io.sardonyx.command;

import static io.sardonyx.log.Reaction.later;

import io.sardonyx.log.Change;
import io.sardonyx.log.Reaction;
import io.sardonyx.replica.Replica;
import io.sardonyx.value.GroupId;
import java.util.List;

/**
 * Command: a joining group gives up its attempt.
 *
 * <p>Submitter: the joiner. Replica: its join is removed and it is recorded as turned away; nothing for a member or an
 * unknown id. Duties: outside the ring it watches one member. Reactions: it prepares again after a back-off.
 */
public record AbortJoinCluster(GroupId id) implements Command {

    @Override
    public Replica apply(Replica before, long position) {
        return before.ring().joining().has(id) ? before.with(before.ring().turnAway(id)) : before;
    }

    /** Moot when the joiner has a new attempt under way: it would abort that one, and so on for ever. */
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
