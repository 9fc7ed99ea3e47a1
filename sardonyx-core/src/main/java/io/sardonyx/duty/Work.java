package io.sardonyx.duty;

import io.sardonyx.job.Assignment;
import io.sardonyx.job.Outline;
import io.sardonyx.job.Routes;

/** A task that one of the group's peers runs, and who takes part in its job. */
public record Work(Assignment assignment, Outline outline, Routes routes) {

    /** The fence that all effects of this work carry. */
    public long fence() {
        return routes.fence();
    }
}
