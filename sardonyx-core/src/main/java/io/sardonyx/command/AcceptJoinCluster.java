package io.sardonyx.command;

import static io.sardonyx.log.Reaction.now;

import io.sardonyx.log.Change;
import io.sardonyx.log.Reaction;
import io.sardonyx.replica.Joining;
import io.sardonyx.replica.Replica;
import io.sardonyx.replica.Ring;
import io.sardonyx.value.GroupId;
import java.util.List;

/**
 * Command: a joining group confirms that it watches its future successor.
 *
 * <p>Submitter: the joiner. Replica: it is inserted between its observer and the current successor of that, regardless
 * of {@code subject}; its orphans become peers. Duties: the observer watches the joiner instead of its old successor,
 * which the joiner watches. Reactions: the joiner's peers volunteer; a joiner whose join is no longer accepted aborts.
 *
 * @param subject the successor of the observer as the joiner saw it; informative only
 */
public record AcceptJoinCluster(GroupId joiner, GroupId observer, GroupId subject) implements Command {

    /** The entry for a joiner whose observer is {@code observer}. */
    public static AcceptJoinCluster of(Ring ring, GroupId joiner, GroupId observer) {
        return new AcceptJoinCluster(joiner, observer, ring.successorBehind(observer));
    }

    @Override
    public Replica apply(Replica before, long position) {
        Joining joining = before.ring().joining().get(joiner);
        boolean accepted = before.ring().isAccepted(joiner)
                && joining != null
                && joining.observer().equals(observer);
        return accepted ? before.admitting(before.ring().admit(joiner), joiner, position) : before;
    }

    @Override
    public List<Reaction<Replica>> reactions(Change<Replica> change, GroupId self) {
        var ring = change.after().ring();
        if (!self.equals(joiner) || ring.hasLeft(joiner)) {
            return List.of();
        }
        if (change.happened()) {
            return VolunteerReactions.forAnyJob(change.after(), self);
        }
        return ring.knows(joiner) ? List.of() : now(new AbortJoinCluster(joiner));
    }
}
