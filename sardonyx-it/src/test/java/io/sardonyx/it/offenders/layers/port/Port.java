package io.sardonyx.it.offenders.layers.port;

import io.sardonyx.it.offenders.layers.value.Value;

public final class Port {

    public Value seen;
}
