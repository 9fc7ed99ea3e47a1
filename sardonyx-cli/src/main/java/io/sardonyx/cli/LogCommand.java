package io.sardonyx.cli;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** What can be done with a history. */
@Command(
        name = "log",
        description = "Reads histories of a cluster.",
        subcommands = {ReplayCommand.class, LogShowCommand.class, LogTailCommand.class, LogExportCommand.class},
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        synopsisSubcommandLabel = "COMMAND",
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {"0:done", "1:the work failed", "2:bad input"})
final class LogCommand implements Runnable {

    @Spec
    private CommandSpec spec;

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "Missing command");
    }
}
