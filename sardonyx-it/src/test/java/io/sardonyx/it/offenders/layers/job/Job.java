package io.sardonyx.it.offenders.layers.job;

import io.sardonyx.it.offenders.layers.log.Log;

public final class Job {

    public Log seen;
}
