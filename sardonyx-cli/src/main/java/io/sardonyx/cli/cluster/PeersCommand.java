package io.sardonyx.cli.cluster;

import picocli.CommandLine.Command;

/** The command group {@code peers}. */
@Command(name = "peers", description = "Takes part in a cluster.", subcommands = PeersStartCommand.class)
public final class PeersCommand {}
