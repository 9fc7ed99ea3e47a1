package io.sardonyx.cli.log;

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
public final class LogCommand {}
