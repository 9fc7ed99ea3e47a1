package io.sardonyx.cli;

import io.sardonyx.client.NoCluster;
import io.sardonyx.client.StoreUnreachable;
import io.sardonyx.codec.BadInput;
import io.sardonyx.codec.UnreadableEntry;
import io.sardonyx.follow.LostHistory;
import io.sardonyx.job.BadJob;
import io.sardonyx.port.Forbidden;
import io.sardonyx.port.Unreadable;
import io.sardonyx.value.JobId;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.RunLast;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.TypeConversionException;

/** Where the program begins. */
@Command(
        name = "sardonyx",
        description = "A masterless engine for distributed stream and batch processing.",
        subcommands = {
            RunCommand.class,
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
            ConfigCommand.class,
            StoreCommand.class
        },
        exitCodeList = {
            "0:done",
            "1:the work failed",
            "2:bad input",
            "3:the store does not answer",
            "4:refused because the world moved on",
            "130:interrupted"
        })
public final class Main {

    /** What a shell makes of a process that SIGINT ended; the JVM's own answer to it. */
    static final int INTERRUPTED = 130;

    private static final int UNREACHABLE = 3;

    @Option(
            names = "--config",
            paramLabel = "FILE",
            scope = ScopeType.INHERIT,
            description = "Configuration file; by default $SARDONYX_CONFIG, else sardonyx.properties here, if any.")
    private @Nullable String config;

    @Setting
    @Option(
            names = "--log-level",
            paramLabel = "LEVEL",
            scope = ScopeType.INHERIT,
            description = "How much goes to the log on standard error: error, warn, info (default), debug or trace.")
    private LogLevel logLevel = LogLevel.INFO;

    private Main() {}

    /** The whole command line, so that a test may execute it without ending its JVM; no variable is set. */
    public static CommandLine commandLine() {
        return commandLine(Map.of(), Path.of(""));
    }

    /** The same with these variables, for somebody who is in this directory. */
    static CommandLine commandLine(Map<String, String> environment, Path directory) {
        var main = new Main();
        return HelpPage.everywhere(new CommandLine(main))
                .registerConverter(JobId.class, Main::jobId)
                .setDefaultValueProvider(new Configuration(environment, directory, () -> main.config))
                .setCaseInsensitiveEnumValuesAllowed(true)
                .setParameterExceptionHandler(Misuse::explain)
                .setExecutionExceptionHandler(Main::explain)
                .setExecutionStrategy(main::execute);
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
        int code = commandLine(System.getenv(), Path.of(""))
                .setOut(out)
                .setErr(err)
                .execute(args);
        out.flush();
        System.exit(stdout.exitCode(code));
    }

    private int execute(ParseResult parsed) {
        Logging.at(logLevel);
        return new RunLast().execute(parsed);
    }

    /**
     * Bad input is said in a line, or one for each fault; anything else is our fault, and its trace is what we need to
     * see.
     */
    private static int explain(Exception e, CommandLine command, ParseResult parsed) throws Exception {
        int code = codeOf(e);
        if (code == 0) {
            throw e;
        }
        command.getOut().flush();
        command.getErr().println("sardonyx: " + e.getMessage());
        return code;
    }

    /** The exit code of a failure that a line explains; 0 for one that is our fault. */
    static int codeOf(Throwable e) {
        if (e instanceof StoreUnreachable) {
            return UNREACHABLE;
        }
        if (e instanceof Forbidden) {
            return CommandLine.ExitCode.USAGE;
        }
        if (e instanceof UnreadableEntry || e instanceof LostHistory || e instanceof Unreadable) {
            return CommandLine.ExitCode.SOFTWARE;
        }
        return e instanceof BadInput || e instanceof BadJob || e instanceof NoCluster ? CommandLine.ExitCode.USAGE : 0;
    }
}
