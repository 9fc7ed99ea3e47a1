package io.sardonyx.it.offenders.modules.kafka;

public final class AdapterSeesReplica {

    public io.sardonyx.replica.Replica seen;
}
