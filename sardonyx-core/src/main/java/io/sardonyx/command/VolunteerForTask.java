package io.sardonyx.command;

import io.sardonyx.job.Allocation;
import io.sardonyx.log.Change;
import io.sardonyx.log.Reaction;
import io.sardonyx.replica.Peer;
import io.sardonyx.replica.Replica;
import io.sardonyx.replica.Volunteers;
import io.sardonyx.value.GroupId;
import io.sardonyx.value.PeerId;
import java.util.List;

/**
 * Command: a peer volunteers for work, and the order of the log decides.
 *
 * <p>Submitter: the peer's group. Replica: the peer is assigned where the schedulers want one most, leaving its task if
 * it can be spared there; else nothing changes. Duties: it stops the old task and starts the new one. Reactions: peers
 * of a task that has more than its percentage volunteer again.
 *
 * <p>It is moot, and not sent, unless the peer is {@linkplain Volunteers#elected elected} in its own group's replica:
 * no job wants it, another peer was faster, or is asked first. When the group of an elected peer dies, whoever watches
 * the group reports that, and the next peer is elected; when only the entry is lost, its group owes it again. One that
 * arrives late does no harm: where the peer goes is decided when the entry is applied, not when it was sent.
 */
public record VolunteerForTask(PeerId id) implements Command {

    @Override
    public Replica apply(Replica before, long position) {
        Peer peer = before.peers().present().get(id);
        if (peer == null || before.cluster().allocation() != Allocation.VOLUNTEERED) {
            return before;
        }
        var target = Volunteers.of(before).targetOf(peer);
        if (target == null) {
            return before;
        }
        var job = before.jobs().live().values().get(target.job()).job();
        return before.placing(id, job.id(), target.task()).settled(before, position);
    }

    @Override
    public boolean isMoot(Replica now) {
        return !Volunteers.of(now).elected().contains(id);
    }

    @Override
    public List<Reaction<Replica>> reactions(Change<Replica> change, GroupId self) {
        return change.happened()
                ? VolunteerReactions.among(
                        change.after(), self, change.after().volunteering().superfluous())
                : List.of();
    }
}
