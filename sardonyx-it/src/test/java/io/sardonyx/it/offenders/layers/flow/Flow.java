package io.sardonyx.it.offenders.layers.flow;

import io.sardonyx.it.offenders.layers.job.Job;

public final class Flow {

    public Job seen;
}
