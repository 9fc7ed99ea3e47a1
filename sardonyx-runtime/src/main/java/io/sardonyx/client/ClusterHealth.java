package io.sardonyx.client;

import io.sardonyx.entry.ReplicaView;
import io.sardonyx.schedule.Why;
import io.sardonyx.value.GroupId;
import java.util.List;

/**
 * How a cluster is.
 *
 * @param violated the invariants that do not hold, a sentence each; one is a bug, or somebody wrote into the log
 * @param dead groups that the cluster counts on although they have no pulse, and that nobody has reported
 * @param waiting the jobs that have no peer, and why
 * @param origin the position of the newest origin, or -1
 */
public record ClusterHealth(
        ReplicaView view, List<String> violated, List<GroupId> dead, List<Why> waiting, long origin) {

    /** Whether nothing needs an operator; a job that waits for peers is no illness. */
    public boolean isWell() {
        boolean held = view.replica().jobs().live().values().stream()
                .anyMatch(run -> run.health().held());
        return violated.isEmpty() && dead.isEmpty() && !held;
    }

    /** How many entries a newcomer has to read behind the origin. */
    public long tail() {
        return view.position() - origin;
    }
}
