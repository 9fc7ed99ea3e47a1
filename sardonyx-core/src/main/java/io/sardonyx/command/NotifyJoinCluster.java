package io.sardonyx.command;

import static io.sardonyx.log.Reaction.now;

import io.sardonyx.log.Change;
import io.sardonyx.log.Reaction;
import io.sardonyx.replica.Joining;
import io.sardonyx.replica.Replica;
import io.sardonyx.value.GroupId;
import java.util.List;

/**
 * Command: an observer tells its joiner that it is watched.
 *
 * <p>Submitter: the observer. Replica: the prepared join is accepted. Duties: the joiner also watches its future
 * successor. Reactions: the joiner accepts; if nothing is prepared for it any more, it aborts and so begins anew.
 */
public record NotifyJoinCluster(GroupId joiner) implements Command {

    @Override
    public Replica apply(Replica before, long position) {
        return before.ring().isPrepared(joiner) ? before.with(before.ring().notify(joiner)) : before;
    }

    @Override
    public List<Reaction<Replica>> reactions(Change<Replica> change, GroupId self) {
        var ring = change.after().ring();
        if (!self.equals(joiner) || ring.hasLeft(joiner)) {
            return List.of();
        }
        Joining joining = ring.joining().get(joiner);
        if (change.happened() && joining != null) {
            return now(AcceptJoinCluster.of(ring, joiner, joining.observer()));
        }
        return ring.knows(joiner) ? List.of() : now(new AbortJoinCluster(joiner));
    }
}
