package io.sardonyx.cli;

import io.sardonyx.codec.BadInput;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
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
        subcommands = {
            LogCommand.class,
            PlanCommand.class,
            CheckCommand.class,
            SimCommand.class,
            PeersCommand.class,
            ReplicaCommand.class
        },
        synopsisSubcommandLabel = "COMMAND",
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {"0:done", "1:the work failed", "2:bad input", "3:the store does not answer"})
public final class Main implements Runnable {

    private static final int UNREACHABLE = 3;

    @Spec
    private CommandSpec spec;

    /** The whole command line, so that a test may execute it without ending its JVM. */
    public static CommandLine commandLine() {
        return new CommandLine(new Main()).setExecutionExceptionHandler(Main::explain);
    }

    public static void main(String[] args) {
        var stdout = new StandardOutput();
        PrintWriter out = stdout.writer();
        var err = new PrintWriter(new OutputStreamWriter(System.err, StandardCharsets.UTF_8), true);
        int code = commandLine().setOut(out).setErr(err).execute(args);
        out.flush();
        System.exit(stdout.exitCode(code));
    }

    /** Bad input is said in a line; anything else is our fault, and its trace is what we need to see. */
    private static int explain(Exception e, CommandLine command, CommandLine.ParseResult parsed) throws Exception {
        if (!(e instanceof BadInput || e instanceof Unreachable)) {
            throw e;
        }
        command.getOut().flush();
        command.getErr().println("sardonyx: " + e.getMessage());
        return e instanceof Unreachable ? UNREACHABLE : CommandLine.ExitCode.USAGE;
    }

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "Missing command");
    }
}
