package io.sardonyx.replay;

import io.sardonyx.command.Command;
import io.sardonyx.entry.ReplicaView;
import io.sardonyx.json.BadInput;
import io.sardonyx.log.Change;
import io.sardonyx.log.Entry;
import io.sardonyx.replica.Author;
import io.sardonyx.replica.Replica;
import io.sardonyx.value.GroupId;
import io.sardonyx.value.table.SortedTable;
import java.util.Collection;
import java.util.List;
import java.util.TreeMap;

/** Folds entries one by one, and computes for each its change and the reactions of all groups, without a cluster. */
public final class Replay {

    private ReplicaView now;

    public Replay(ReplicaView start) {
        this.now = start;
    }

    public ReplicaView now() {
        return now;
    }

    /** Applies the next entry; groups in {@code dead} do not read it, so they do not react. */
    public ReplayedEntry next(Entry<Replica> entry, Collection<GroupId> dead) {
        checkPosition(entry.position());
        Command command = (Command) entry.step();
        boolean repeated = isRepeated(entry);
        Change<Replica> change = now.replica().change(entry);
        now = new ReplicaView(change.after(), entry.position());
        var reactions = repeated ? SortedTable.<GroupId, List<Command>>empty() : reactions(command, change, dead);
        return new ReplayedEntry(entry.position(), command, change, reactions);
    }

    private void checkPosition(long position) {
        if (now.position() != ReplicaView.NO_POSITION && position != now.position() + 1) {
            throw new BadInput("position " + position + " does not follow " + now.position() + "; the next is "
                    + (now.position() + 1));
        }
    }

    private boolean isRepeated(Entry<Replica> entry) {
        GroupId author = entry.author();
        Author heard = author == null ? null : now.replica().authors().get(author);
        return heard != null && entry.sequence() <= heard.sequence();
    }

    private static SortedTable<GroupId, List<Command>> reactions(
            Command command, Change<Replica> change, Collection<GroupId> dead) {
        var reactions = new TreeMap<GroupId, List<Command>>();
        for (GroupId group : AffectedGroups.by(command, change)) {
            if (!dead.contains(group)) {
                List<Command> owed = command.reactions(change, group).stream()
                        .map(reaction -> (Command) reaction.step())
                        .toList();
                if (!owed.isEmpty()) {
                    reactions.put(group, owed);
                }
            }
        }
        return reactions.isEmpty() ? SortedTable.empty() : SortedTable.of(reactions);
    }
}
