package io.sardonyx.client.admin;

import io.sardonyx.entry.ReplicaView;
import io.sardonyx.schedule.Why;
import io.sardonyx.value.GroupId;
import java.util.List;

/**
 * Result of a health check.
 *
 * @param violated broken invariants, a sentence each; one means a bug, or a foreign write to the log
 * @param dead members whose lease is free and that are not reported dead yet
 * @param waiting jobs without peers, and why
 * @param origin position of the newest origin, or -1
 */
public record ClusterHealth(
        ReplicaView view, List<String> violated, List<GroupId> dead, List<Why> waiting, long origin) {

    /** Whether nothing needs an operator; a job that waits for peers is no problem, one that is held is. */
    public boolean isWell() {
        boolean held = view.replica().jobs().live().values().stream()
                .anyMatch(run -> run.health().held());
        return violated.isEmpty() && dead.isEmpty() && !held;
    }

    /** Number of entries after the origin, which a new member has to read. */
    public long tail() {
        return view.position() - origin;
    }
}
