package io.sardonyx.cli.node;

import picocli.CommandLine.Command;

/** The command group {@code node}. */
@Command(
        name = "node",
        description = "Shares the partitions of jobs among nodes, which need nothing but a store.",
        subcommands = {
            NodeStartCommand.class,
            NodeListCommand.class,
            NodeSubmitCommand.class,
            NodeJobsCommand.class,
            NodeKillCommand.class
        })
public final class NodeCommand {}
