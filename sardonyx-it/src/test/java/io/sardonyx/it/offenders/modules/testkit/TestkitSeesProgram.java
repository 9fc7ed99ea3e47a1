package io.sardonyx.it.offenders.modules.testkit;

import io.sardonyx.it.offenders.modules.cli.Program;

public final class TestkitSeesProgram {

    public Program seen;
}
