package io.sardonyx.replay;

import io.sardonyx.command.AbortJoinCluster;
import io.sardonyx.command.AcceptJoinCluster;
import io.sardonyx.command.AddVirtualPeer;
import io.sardonyx.command.Command;
import io.sardonyx.command.Gc;
import io.sardonyx.command.GroupLeaveCluster;
import io.sardonyx.command.NotifyJoinCluster;
import io.sardonyx.command.PeerGc;
import io.sardonyx.command.PrepareJoinCluster;
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
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

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
        for (GroupId group : affected(command, change)) {
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

    /**
     * The groups that may react: named by the replica before or after the entry, or by the entry itself, except those
     * that have left.
     */
    private static Set<GroupId> affected(Command command, Change<Replica> change) {
        var concerned = new TreeSet<GroupId>(named(command));
        addAll(change.before(), concerned);
        if (change.happened()) {
            addAll(change.after(), concerned);
        }
        change.after().ring().left().forEach(concerned::remove);
        return concerned;
    }

    private static void addAll(Replica replica, Set<GroupId> concerned) {
        concerned.addAll(replica.ring().members().keys());
        concerned.addAll(replica.ring().joining().keys());
        concerned.addAll(replica.ring().aborted());
        replica.peers().orphans().values().forEach(orphan -> concerned.add(orphan.group()));
    }

    private static List<GroupId> named(Command command) {
        if (command instanceof PrepareJoinCluster prepare) {
            return List.of(prepare.joiner());
        } else if (command instanceof NotifyJoinCluster notify) {
            return List.of(notify.joiner());
        } else if (command instanceof AcceptJoinCluster accept) {
            return List.of(accept.joiner(), accept.observer(), accept.subject());
        } else if (command instanceof AbortJoinCluster abort) {
            return List.of(abort.id());
        } else if (command instanceof GroupLeaveCluster leave) {
            return List.of(leave.id());
        } else if (command instanceof AddVirtualPeer add) {
            return List.of(add.group());
        } else if (command instanceof PeerGc gc) {
            return List.of(gc.id());
        } else if (command instanceof Gc gc) {
            return List.of(gc.id());
        }
        return List.of();
    }

    /**
     * Effects of one replayed entry.
     *
     * @param reactions commands that each live group has to append because of it
     */
    public record ReplayedEntry(
            long position, Command command, Change<Replica> change, SortedTable<GroupId, List<Command>> reactions) {}
}
