package io.sardonyx.cli;

import io.sardonyx.client.NoCluster;
import io.sardonyx.client.StoreUnreachable;
import io.sardonyx.codec.BadInput;
import io.sardonyx.codec.UnreadableEntry;
import io.sardonyx.follow.LostHistory;
import io.sardonyx.port.Forbidden;
import io.sardonyx.port.Unreadable;
import io.sardonyx.value.JobId;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;

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
            ReplicaCommand.class,
            JobCommand.class,
            WhyCommand.class,
            GcCommand.class,
            DoctorCommand.class,
            StoreCommand.class
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
        return new CommandLine(new Main())
                .registerConverter(JobId.class, Main::jobId)
                .setExecutionExceptionHandler(Main::explain);
    }

    private static JobId jobId(String text) {
        try {
            return JobId.of(text);
        } catch (IllegalArgumentException e) {
            throw new TypeConversionException(String.valueOf(e.getMessage()));
        }
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
        int code = codeOf(e);
        if (code == 0) {
            throw e;
        }
        command.getOut().flush();
        command.getErr().println("sardonyx: " + e.getMessage());
        return code;
    }

    private static int codeOf(Exception e) {
        if (e instanceof StoreUnreachable) {
            return UNREACHABLE;
        }
        if (e instanceof Forbidden) {
            return CommandLine.ExitCode.USAGE;
        }
        if (e instanceof UnreadableEntry || e instanceof LostHistory || e instanceof Unreadable) {
            return CommandLine.ExitCode.SOFTWARE;
        }
        return e instanceof BadInput || e instanceof NoCluster ? CommandLine.ExitCode.USAGE : 0;
    }

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "Missing command");
    }
}
