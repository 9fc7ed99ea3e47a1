package io.sardonyx.command;

import io.sardonyx.assignment.Place;
import io.sardonyx.assignment.Stage;
import io.sardonyx.job.Allocation;
import io.sardonyx.replica.Peer;
import io.sardonyx.replica.Replica;
import io.sardonyx.replica.Run;
import io.sardonyx.value.JobId;
import io.sardonyx.value.PeerId;
import io.sardonyx.value.TaskName;

/**
 * A peer found the queues of its task drained and asks to pass on the end mark.
 *
 * <p>Submitter: the peer. Replica: the last active peer of the task becomes its sealer; any other leaves the task,
 * which from then on takes nobody new. Duties: the sealer passes on the end mark and completes the task. Reactions:
 * none.
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

    /** A planned peer works from the moment it is placed; elsewhere one does when it is active. */
    private static boolean isAtWork(Replica replica, PeerId id) {
        Peer peer = replica.peers().present().get(id);
        return peer != null && (peer.active() || replica.cluster().allocation() == Allocation.PLANNED);
    }
}
