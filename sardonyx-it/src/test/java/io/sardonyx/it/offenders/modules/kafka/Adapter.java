package io.sardonyx.it.offenders.modules.kafka;

import io.sardonyx.it.offenders.modules.core.Core;

public final class Adapter {

    public Core seen;
}
