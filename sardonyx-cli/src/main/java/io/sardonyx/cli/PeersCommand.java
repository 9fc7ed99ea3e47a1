package io.sardonyx.cli;

import picocli.CommandLine.Command;

/** Takes part in a cluster. */
@Command(name = "peers", description = "Takes part in a cluster.", subcommands = PeersStartCommand.class)
final class PeersCommand {}
