package io.sardonyx.it.offenders.modules.kafka;

public final class AdapterSeesRuntime {

    public io.sardonyx.it.offenders.modules.runtime.Engine seen;
}
