package io.sardonyx.command;

import io.sardonyx.job.Flux;
import io.sardonyx.job.outline.Cause;
import io.sardonyx.replica.Peer;
import io.sardonyx.replica.Replica;
import io.sardonyx.replica.Run;
import io.sardonyx.value.Assignment;
import io.sardonyx.value.JobId;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;

/** Effects of peers that leave, alone or with their whole process; shared by the commands for both. */
final class Departures {

    private Departures() {}

    /** Removes the peers; kills a job whose task loses a peer under flux policy KILL. */
    static Replica of(Replica before, List<Peer> gone, long position) {
        Replica after = before;
        for (Peer peer : gone) {
            Assignment assignment = peer.assignment();
            Run run = assignment == null ? null : after.jobs().live().get(assignment.job());
            if (assignment != null && run != null && isFrozen(run, assignment)) {
                String reason = "peer " + peer.id() + " left task " + assignment.task() + ", whose flux policy is kill";
                after = after.killing(run, position, new Cause(reason, assignment.task(), null));
            }
            after = after.withoutPlace(peer.id());
            after = after.with(after.peers().without(peer.id()));
        }
        return after;
    }

    /**
     * Counts a death for each job that one of the peers was assigned to; frees all peers of a job that is held then.
     */
    static Replica counted(Replica before, List<Peer> gone) {
        var workedOn = new TreeSet<JobId>();
        gone.forEach(peer ->
                Optional.ofNullable(peer.assignment()).map(Assignment::job).ifPresent(workedOn::add));
        Replica after = before;
        for (JobId job : workedOn) {
            Run run = after.jobs().live().get(job);
            if (run != null) {
                Run counted = run.with(run.health().afterDeath());
                after = after.with(after.jobs().with(counted));
                after = counted.health().held() ? after.vacated(counted) : after;
            }
        }
        return after;
    }

    private static boolean isFrozen(Run run, Assignment assignment) {
        int task = run.job().indexOf(assignment.task());
        return task >= 0 && run.job().tasks().get(task).flux() == Flux.KILL;
    }
}
