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
import io.sardonyx.log.Change;
import io.sardonyx.replica.Replica;
import io.sardonyx.value.GroupId;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** Determines the groups that may react to an entry. */
final class AffectedGroups {

    private AffectedGroups() {}

    /** Groups named by the replica before or after the entry, or by the entry itself, except those that have left. */
    static Set<GroupId> by(Command command, Change<Replica> change) {
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
}
