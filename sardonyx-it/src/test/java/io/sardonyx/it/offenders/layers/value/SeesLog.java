package io.sardonyx.it.offenders.layers.value;

import io.sardonyx.it.offenders.layers.log.Log;

public final class SeesLog {

    public Log seen;
}
