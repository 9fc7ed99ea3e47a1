package io.sardonyx.duty;

import io.sardonyx.assignment.Routes;
import io.sardonyx.job.outline.Outline;
import io.sardonyx.value.Assignment;

/** A task to run by one of the group's peers, with the routing table of its job. */
public record Work(Assignment assignment, Outline outline, Routes routes) {

    /** The fence that all effects of this work carry. */
    public long fence() {
        return routes.fence();
    }
}
