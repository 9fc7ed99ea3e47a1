package io.sardonyx.command;

import static io.sardonyx.log.Reaction.now;

import io.sardonyx.log.Change;
import io.sardonyx.log.Reaction;
import io.sardonyx.replica.Replica;
import io.sardonyx.value.GroupId;
import java.util.ArrayList;
import java.util.List;

/**
 * Command: a process has left, or a watcher saw its pulse expire.
 *
 * <p>Submitter: the group itself or a group that watches it. Replica: the ring closes over it, its peers are removed,
 * jobs whose frozen tasks lost a peer are killed, joiners whose observer it was are turned away, and the id never
 * returns. Duties: its predecessor watches its successor; a live process that reads this about itself stops and rejoins
 * under another id. Reactions: a joiner whose observer it was aborts; peers volunteer that have lost their work, whose
 * jobs now have more than their share, or that are idle and take the places of its own.
 *
 * @param died whether it ended without leaving, so that a job it ran may be the cause
 */
public record GroupLeaveCluster(GroupId id, boolean died) implements Command {

    public GroupLeaveCluster(GroupId id) {
        this(id, false);
    }

    @Override
    public Replica apply(Replica before, long position) {
        if (before.ring().hasLeft(id)) {
            return before;
        }
        var gone = new ArrayList<>(before.peers().of(id));
        gone.addAll(before.peers().orphansOf(id));
        return Departures.of(died ? Departures.counted(before, gone) : before, gone, position)
                .without(id)
                .with(before.ring().leave(id))
                .settled(before, position);
    }

    @Override
    public List<Reaction<Replica>> reactions(Change<Replica> change, GroupId self) {
        boolean wasHelped = change.happened()
                && change.before().ring().joinersOf(id).contains(self)
                && !change.after().ring().hasLeft(self);
        return wasHelped ? now(new AbortJoinCluster(self)) : VolunteerReactions.freed(change, self);
    }
}
