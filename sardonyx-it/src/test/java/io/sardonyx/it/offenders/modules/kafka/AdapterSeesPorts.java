package io.sardonyx.it.offenders.modules.kafka;

public final class AdapterSeesPorts {

    public io.sardonyx.port.Log seen;
}
