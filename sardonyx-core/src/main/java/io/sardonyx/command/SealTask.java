package io.sardonyx.command;

import io.sardonyx.assignment.Place;
import io.sardonyx.assignment.Stage;
import io.sardonyx.job.Allocation;
import io.sardonyx.log.Change;
import io.sardonyx.log.Reaction;
import io.sardonyx.replica.Peer;
import io.sardonyx.replica.Replica;
import io.sardonyx.replica.Run;
import io.sardonyx.value.GroupId;
import io.sardonyx.value.JobId;
import io.sardonyx.value.PeerId;
import io.sardonyx.value.TaskName;
import java.util.List;

/**
 * Command: a peer of a queued job found the queues of its task drained and asks to pass on the end mark.
 *
 * <p>Submitter: the peer. Replica: the last active peer of the task becomes its sealer; any other leaves the task,
 * which from then on gets no new peers. Duties: the sealer passes on the end mark and completes the task. Reactions:
 * who has left the task volunteers.
 *
 * <p>When the sealer dies, whoever watches its group reports that; the task is open again, gets another peer, and that
 * one finds the queues drained, too. A loop of the past that says it says the truth, since what is drained stays
 * drained; it only costs its peer the place.
 */
public record SealTask(PeerId id, JobId job, TaskName task) implements Command {

    @Override
    public Replica apply(Replica before, long position) {
        Run run = before.jobs().live().get(job);
        int index = run == null ? -1 : run.job().indexOf(task);
        if (run == null || index < 0 || !run.isQueued() || !run.stage(index).holds(id)) {
            return before;
        }
        Stage stage = run.stage(index);
        boolean last =
                stage.places().stream().map(Place::peer).noneMatch(peer -> !peer.equals(id) && isAtWork(before, peer));
        if (last && id.equals(stage.sealer())) {
            return before;
        }
        if (last) {
            return before.with(before.jobs().with(run.with(index, stage.sealing(id))))
                    .settled(before, position);
        }
        Run marked = run.with(index, stage.sealing(stage.sealer()));
        return before.with(before.jobs().with(marked)).withoutPlace(id).settled(before, position);
    }

    @Override
    public List<Reaction<Replica>> reactions(Change<Replica> change, GroupId self) {
        return VolunteerReactions.freed(change, self);
    }

    /**
     * Whether a peer counts as active: a planned one from its assignment on, others once they have signalled that they
     * are ready.
     */
    private static boolean isAtWork(Replica replica, PeerId id) {
        Peer peer = replica.peers().present().get(id);
        return peer != null && (peer.active() || replica.cluster().allocation() == Allocation.PLANNED);
    }
}
