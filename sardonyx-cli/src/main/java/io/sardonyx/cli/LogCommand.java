package io.sardonyx.cli;

import picocli.CommandLine.Command;

/** What can be done with a history. */
@Command(
        name = "log",
        description = "Reads histories of a cluster, and gets it past a damaged entry.",
        subcommands = {
            ReplayCommand.class,
            LogShowCommand.class,
            LogTailCommand.class,
            LogExportCommand.class,
            LogSkipCommand.class
        })
final class LogCommand {}
