package io.sardonyx.it.offenders.layers.flow;

import io.sardonyx.it.offenders.layers.lease.Lease;

public final class SeesLease {

    public Lease seen;
}
