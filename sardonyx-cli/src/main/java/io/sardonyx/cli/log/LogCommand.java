package io.sardonyx.cli.log;

import picocli.CommandLine.Command;

/** The command group {@code log}. */
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
