package io.sardonyx.engine;

import io.sardonyx.job.Routes;

/**
 * What a task loop has to go by, until it gets others.
 *
 * @param routes who takes part in the job, at which fence
 * @param reading whether inputs may read; not while the group cannot prove that it lives, or is about to leave
 * @param sealing whether the output is to be published
 */
record Orders(Routes routes, boolean reading, boolean sealing) {

    long fence() {
        return routes.fence();
    }
}
