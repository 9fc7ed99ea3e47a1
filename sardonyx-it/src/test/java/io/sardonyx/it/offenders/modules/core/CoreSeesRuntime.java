package io.sardonyx.it.offenders.modules.core;

public final class CoreSeesRuntime {

    public io.sardonyx.it.offenders.modules.runtime.Engine seen;
}
