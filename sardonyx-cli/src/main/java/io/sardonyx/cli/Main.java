package io.sardonyx.cli;

import io.sardonyx.cli.cluster.BrokerCommand;
import io.sardonyx.cli.cluster.CoordinatorCommand;
import io.sardonyx.cli.cluster.DoctorCommand;
import io.sardonyx.cli.cluster.GcCommand;
import io.sardonyx.cli.cluster.PeersCommand;
import io.sardonyx.cli.cluster.PlanCommand;
import io.sardonyx.cli.cluster.ReplicaCommand;
import io.sardonyx.cli.cluster.StoreCommand;
import io.sardonyx.cli.cluster.TopCommand;
import io.sardonyx.cli.cluster.WhyCommand;
import io.sardonyx.cli.demo.DemoCommand;
import io.sardonyx.cli.job.JobCommand;
import io.sardonyx.cli.job.RunCommand;
import io.sardonyx.cli.job.UnusableJob;
import io.sardonyx.cli.log.LogCommand;
import io.sardonyx.cli.logging.LogLevel;
import io.sardonyx.cli.logging.Logging;
import io.sardonyx.cli.node.NodeCommand;
import io.sardonyx.cli.node.PartitionsCommand;
import io.sardonyx.cli.option.CompletionCandidates;
import io.sardonyx.cli.option.Configuration;
import io.sardonyx.cli.option.Setting;
import io.sardonyx.cli.verify.CheckCommand;
import io.sardonyx.cli.verify.SimCommand;
import io.sardonyx.json.Json;
import io.sardonyx.value.JobId;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.UsageMessageSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.RunLast;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.TypeConversionException;
import picocli.CommandLine.UnmatchedArgumentException;

/** The picocli command line of the program: builds it, executes it, and maps exceptions to exit codes. */
@Command(
        name = "sardonyx",
        description = "A masterless engine for distributed stream and batch processing.",
        exitCodeList = {
            "0:done",
            "1:the work failed",
            "2:bad input",
            "3:the store does not answer",
            "4:refused because the world moved on",
            "130:interrupted"
        })
public final class Main {

    /** Commands that need the specs of all other commands. */
    private static final Set<String> OVERVIEWS = Set.of(ConfigCommand.NAME, CompletionCommand.NAME);

    private static final Map<String, Class<?>> COMMANDS = commands();

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
            completionCandidates = CompletionCandidates.Levels.class,
            scope = ScopeType.INHERIT,
            description = "How much goes to the log on standard error: error, warn, info (default), debug or trace.")
    private LogLevel logLevel = LogLevel.INFO;

    private Main() {}

    /** The whole command line with an empty environment, for tests that execute it without ending the JVM. */
    public static CommandLine commandLine() {
        return commandLine(Map.of(), Path.of(""));
    }

    /** The command line for this environment and working directory. */
    static CommandLine commandLine(Map<String, String> environment, Path directory) {
        return commandLine(environment, directory, COMMANDS);
    }

    private static CommandLine commandLine(
            Map<String, String> environment, Path directory, Map<String, Class<?>> commands) {
        var main = new Main();
        var root = new CommandLine(main);
        commands.forEach(root::addSubcommand);
        return withHelpPages(root)
                .registerConverter(JobId.class, Main::jobId)
                .setDefaultValueProvider(new Configuration(
                        environment,
                        directory,
                        () -> main.config,
                        () -> commandLine().getCommandSpec()))
                .setCaseInsensitiveEnumValuesAllowed(true)
                .setParameterExceptionHandler(UsageErrors::explain)
                .setExecutionExceptionHandler(Main::explain)
                .setExecutionStrategy(main::execute);
    }

    /** Sets the options, headings and version that the help pages of all commands have in common. */
    private static CommandLine withHelpPages(CommandLine command) {
        CommandSpec spec = command.getCommandSpec();
        spec.mixinStandardHelpOptions(true).versionProvider(new Version());
        UsageMessageSpec page = spec.usageMessage().synopsisSubcommandLabel("COMMAND");
        if (!command.getSubcommands().isEmpty()) {
            page.exitCodeList(spec.root().usageMessage().exitCodeList()); // a group has the exit codes of its commands
        }
        if (!page.exitCodeList().isEmpty()) {
            page.exitCodeListHeading("%nExit codes:%n");
        }
        for (CommandLine subcommand : command.getSubcommands().values()) {
            withHelpPages(subcommand);
            if (page.footer().length == 0) {
                page.footer("  $ " + subcommand.getCommandSpec().qualifiedName() + " --help");
            }
        }
        if (page.footer().length > 0) {
            page.footerHeading("%nExample:%n");
        }
        return command;
    }

    /** All commands by name, in the order of the help page. */
    private static Map<String, Class<?>> commands() {
        var commands = new LinkedHashMap<String, Class<?>>();
        commands.put(Program.RUN, RunCommand.class);
        commands.put("demo", DemoCommand.class);
        commands.put("log", LogCommand.class);
        commands.put("plan", PlanCommand.class);
        commands.put("check", CheckCommand.class);
        commands.put("sim", SimCommand.class);
        commands.put("peers", PeersCommand.class);
        commands.put("coordinator", CoordinatorCommand.class);
        commands.put("node", NodeCommand.class);
        commands.put("partitions", PartitionsCommand.class);
        commands.put("replica", ReplicaCommand.class);
        commands.put("job", JobCommand.class);
        commands.put("why", WhyCommand.class);
        commands.put("top", TopCommand.class);
        commands.put("gc", GcCommand.class);
        commands.put("doctor", DoctorCommand.class);
        commands.put(ConfigCommand.NAME, ConfigCommand.class);
        commands.put("store", StoreCommand.class);
        commands.put("broker", BrokerCommand.class);
        commands.put(CompletionCommand.NAME, CompletionCommand.class);
        return commands;
    }

    /**
     * Only the command that the arguments begin with, if possible: reflection over all commands is half of the startup
     * time.
     */
    private static Map<String, Class<?>> wanted(String[] args) {
        Class<?> only = args.length == 0 || OVERVIEWS.contains(args[0]) ? null : COMMANDS.get(args[0]);
        return only == null ? COMMANDS : Map.of(args[0], only);
    }

    private static JobId jobId(String text) {
        try {
            return JobId.of(text);
        } catch (IllegalArgumentException e) {
            throw new TypeConversionException(String.valueOf(e.getMessage()));
        }
    }

    public static void main(String[] args) {
        Program.main(args);
    }

    /** Parses the arguments and executes the command; the exit code. */
    static int execute(String[] args, PrintWriter out, PrintWriter err) {
        return commandLine(System.getenv(), Path.of(""), wanted(args))
                .setOut(out)
                .setErr(err)
                .execute(args);
    }

    /** Prints the stack trace of a bug as picocli does; the exit code. */
    static int unexpected(Exception bug, PrintWriter err) {
        err.println(
                CommandLine.Help.defaultColorScheme(CommandLine.Help.Ansi.AUTO).stackTraceText(bug));
        return CommandLine.ExitCode.SOFTWARE;
    }

    private int execute(ParseResult parsed) {
        for (CommandLine called : parsed.asCommandLineList()) {
            if (!called.getUnmatchedArguments().isEmpty()) { // which picocli ignores when help is requested
                throw new UnmatchedArgumentException(called, called.getUnmatchedArguments());
            }
        }
        Logging.at(logLevel);
        return new RunLast().execute(parsed);
    }

    /**
     * Prints expected failures as one line, or one per fault, and returns their exit code; any other exception is a bug
     * and is rethrown, so that its stack trace is printed.
     */
    private static int explain(Exception e, CommandLine command, ParseResult parsed) throws Exception {
        int code = Program.exitCode(e);
        if (code == 0) {
            throw e;
        }
        command.getOut().flush();
        if (e instanceof UnusableJob job && isForProgram(parsed)) {
            job.write(Json.onto(command.getErr()));
            command.getErr().flush();
        } else {
            Program.tell(e, command.getErr());
        }
        return code;
    }

    /** Whether the executed command was given {@code --json}. */
    private static boolean isForProgram(ParseResult parsed) {
        List<CommandLine> called = parsed.asCommandLineList();
        return called.get(called.size() - 1).getParseResult().hasMatchedOption("--json");
    }
}
