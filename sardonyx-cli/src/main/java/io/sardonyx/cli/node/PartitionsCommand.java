package io.sardonyx.cli.node;

import picocli.CommandLine.Command;

/** The command group {@code partitions}. */
@Command(
        name = "partitions",
        description = "Shows the partitions of jobs that nodes share, and decides about those that failed.",
        subcommands = {
            PartitionsListCommand.class,
            PartitionsShowCommand.class,
            PartitionsRetryCommand.class,
            PartitionsDropCommand.class
        })
public final class PartitionsCommand {}
