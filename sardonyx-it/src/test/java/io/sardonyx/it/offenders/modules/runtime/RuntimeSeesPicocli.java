package io.sardonyx.it.offenders.modules.runtime;

import picocli.CommandLine;

public final class RuntimeSeesPicocli {

    public CommandLine seen;
}
