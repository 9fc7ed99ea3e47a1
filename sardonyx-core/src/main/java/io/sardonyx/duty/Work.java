package io.sardonyx.duty;

import io.sardonyx.assignment.Checkpoints;
import io.sardonyx.assignment.Routes;
import io.sardonyx.job.outline.Outline;
import io.sardonyx.value.Assignment;

/** A task to run by one of the group's peers, with the routing table and the checkpoints of its job. */
public record Work(Assignment assignment, Outline outline, Routes routes, Checkpoints checkpoints) {

    /** Work of a job without checkpoints. */
    public Work(Assignment assignment, Outline outline, Routes routes) {
        this(assignment, outline, routes, Checkpoints.NONE);
    }

    /** The fence that all effects of this work carry. */
    public long fence() {
        return routes.fence();
    }
}
