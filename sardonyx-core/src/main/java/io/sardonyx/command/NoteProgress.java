package io.sardonyx.command;

import io.sardonyx.assignment.Place;
import io.sardonyx.job.Task;
import io.sardonyx.replica.Health;
import io.sardonyx.replica.Peer;
import io.sardonyx.replica.Replica;
import io.sardonyx.replica.Run;
import io.sardonyx.value.Assignment;
import io.sardonyx.value.JobId;
import io.sardonyx.value.PeerId;
import java.util.List;

/**
 * Command: a peer of an input, or of any task of a queued job whose inputs are read to their end, has made progress
 * since processes died that ran its job.
 *
 * <p>Submitter: the peer's group, while the replica counts deaths for the job. Replica: once all peers of the job's
 * inputs have reported, the count of deaths is reset; nothing when none is counted or the peer does not show progress.
 * Duties: none. Reactions: none.
 */
public record NoteProgress(PeerId id, JobId job) implements Command {

    @Override
    public Replica apply(Replica before, long position) {
        Run run = before.jobs().live().get(job);
        Peer peer = before.peers().present().get(id);
        Assignment assignment = peer == null ? null : peer.assignment();
        boolean reads = run != null
                && assignment != null
                && assignment.job().equals(job)
                && run.showsProgress(assignment.task());
        if (run == null || !reads || run.health().deaths() == 0 || run.health().held()) {
            return before;
        }
        Health health = run.health().withProgress(id);
        Health settled = haveAllProgressed(run, health) ? health.recovered() : health;
        Run after = run.with(settled);
        return after == run ? before : before.with(before.jobs().with(after));
    }

    private static boolean haveAllProgressed(Run run, Health health) {
        for (int t = 0; t < run.job().tasks().size(); t++) {
            Task task = run.job().tasks().get(t);
            for (Place place : task.input() ? run.stage(t).places() : List.<Place>of()) {
                if (!health.progressed().has(place.peer())) {
                    return false;
                }
            }
        }
        return true;
    }
}
