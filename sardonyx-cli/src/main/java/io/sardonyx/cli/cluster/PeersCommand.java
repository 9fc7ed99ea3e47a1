package io.sardonyx.cli.cluster;

import picocli.CommandLine.Command;

/** Takes part in a cluster. */
@Command(name = "peers", description = "Takes part in a cluster.", subcommands = PeersStartCommand.class)
public final class PeersCommand {}
