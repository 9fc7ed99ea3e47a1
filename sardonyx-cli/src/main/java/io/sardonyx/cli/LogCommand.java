package io.sardonyx.cli;

import picocli.CommandLine.Command;

/** What can be done with a history. */
@Command(
        name = "log",
        description = "Reads histories of a cluster.",
        subcommands = {ReplayCommand.class, LogShowCommand.class, LogTailCommand.class, LogExportCommand.class},
        exitCodeList = {"0:done", "1:the work failed", "2:bad input"})
final class LogCommand {}
