package io.sardonyx.it.offenders.modules.runtime;

import io.sardonyx.it.offenders.modules.core.Core;

public final class Engine {

    public Core seen;
}
