package io.sardonyx.engine;

import io.sardonyx.job.Task;
import io.sardonyx.job.outline.Outline;
import io.sardonyx.value.GroupId;

/** Error message for a job whose peers cannot reach each other, with the remedy. */
final class UnreachablePeers {

    private UnreachablePeers() {}

    static String reason(GroupId here, GroupId there, Outline job) {
        int need = job.tasks().stream()
                .map(Task::bounds)
                .mapToInt(bounds -> Math.max(1, bounds.min()))
                .sum();
        return "its peers are in several processes, groups " + here + " and " + there
                + " among them, and the latter has no address by which the others reach it; connect them (peers start"
                + " --bind), or start one process that has enough peers for it: peers start --peers " + need;
    }
}
