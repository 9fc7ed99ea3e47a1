package io.sardonyx.cli;

import picocli.CommandLine.Command;

/** Takes part in a cluster. */
@Command(
        name = "peers",
        description = "Takes part in a cluster.",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        subcommands = PeersStartCommand.class,
        synopsisSubcommandLabel = "COMMAND")
final class PeersCommand {}
