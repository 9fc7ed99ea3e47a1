package io.sardonyx.cli;

import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Where the program begins. */
@Command(
        name = "sardonyx",
        description = "A masterless engine for distributed stream and batch processing.",
        versionProvider = Version.class,
        mixinStandardHelpOptions = true,
        synopsisSubcommandLabel = "COMMAND",
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {"0:done", "1:the work failed", "2:bad input"})
public final class Main implements Runnable {

    @Spec
    private CommandSpec spec;

    /** The whole command line, so that a test may execute it without ending its JVM. */
    public static CommandLine commandLine() {
        return new CommandLine(new Main());
    }

    public static void main(String[] args) {
        System.exit(commandLine().execute(args));
    }

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "Missing command");
    }
}
