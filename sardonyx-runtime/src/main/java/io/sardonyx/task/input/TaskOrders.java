package io.sardonyx.task.input;

import io.sardonyx.assignment.Routes;
import io.sardonyx.replica.ClusterParameters;

/**
 * What a task loop has to go by, until it gets others.
 *
 * @param routes who takes part in the job, at which fence
 * @param reading whether inputs may read; not while the group cannot prove that it lives, or is about to leave
 * @param sealing whether the output is to be published
 * @param format in which the cluster writes
 */
public record TaskOrders(Routes routes, boolean reading, boolean sealing, int format) {

    /** Of a cluster all of whose members know what this program knows. */
    public TaskOrders(Routes routes, boolean reading, boolean sealing) {
        this(routes, reading, sealing, ClusterParameters.FORMAT);
    }

    public long fence() {
        return routes.fence();
    }
}
