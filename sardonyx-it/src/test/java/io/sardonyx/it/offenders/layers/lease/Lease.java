package io.sardonyx.it.offenders.layers.lease;

import io.sardonyx.it.offenders.layers.value.Value;

public final class Lease {

    public Value seen;
}
