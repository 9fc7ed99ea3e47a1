package io.sardonyx.it.offenders.layers.port;

import io.sardonyx.it.offenders.layers.log.Log;

public final class SeesLogToo {

    public Log seen;
}
