package io.sardonyx.task.input;

import io.sardonyx.assignment.Checkpoints;
import io.sardonyx.assignment.Routes;
import io.sardonyx.replica.ClusterParameters;

/**
 * Orders to a task loop, an immutable snapshot that is valid until the next one.
 *
 * @param routes the assignments of the job, at a fence
 * @param reading whether inputs may read; not while the group cannot prove that it is alive, or is about to leave
 * @param sealing whether the output is to be published
 * @param format version of the formats that the cluster writes
 * @param checkpoints of the job: where it starts at this fence, and what is complete
 * @param leaving whether the group is about to leave, and should do so with nothing under way
 */
public record TaskOrders(
        Routes routes, boolean reading, boolean sealing, int format, Checkpoints checkpoints, boolean leaving) {

    /** Orders of a group that stays. */
    public TaskOrders(Routes routes, boolean reading, boolean sealing, int format, Checkpoints checkpoints) {
        this(routes, reading, sealing, format, checkpoints, false);
    }

    /** Orders of a job without checkpoints. */
    public TaskOrders(Routes routes, boolean reading, boolean sealing, int format) {
        this(routes, reading, sealing, format, Checkpoints.NONE);
    }

    /** Orders in the latest format, for a cluster whose members all know it. */
    public TaskOrders(Routes routes, boolean reading, boolean sealing) {
        this(routes, reading, sealing, ClusterParameters.FORMAT);
    }

    public long fence() {
        return routes.fence();
    }
}
