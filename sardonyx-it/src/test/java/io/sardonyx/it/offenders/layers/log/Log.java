package io.sardonyx.it.offenders.layers.log;

import io.sardonyx.it.offenders.layers.value.Value;

public final class Log {

    public Value seen;
}
