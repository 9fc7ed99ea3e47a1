package io.sardonyx.it.offenders.layers.log;

import io.sardonyx.it.offenders.layers.job.Job;

public final class SeesJob {

    public Job seen;
}
