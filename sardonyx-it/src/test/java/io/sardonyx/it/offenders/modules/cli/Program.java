package io.sardonyx.it.offenders.modules.cli;

import io.sardonyx.it.offenders.modules.kafka.Adapter;

public final class Program {

    public Adapter seen;
}
