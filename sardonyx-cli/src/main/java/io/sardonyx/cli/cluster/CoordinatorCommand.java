package io.sardonyx.cli.cluster;

import picocli.CommandLine.Command;

/** The command group {@code coordinator}. */
@Command(
        name = "coordinator",
        description = "Decides who does what in a cluster of allocation coordinated.",
        subcommands = {CoordinatorStartCommand.class, CoordinatorShowCommand.class})
public final class CoordinatorCommand {}
