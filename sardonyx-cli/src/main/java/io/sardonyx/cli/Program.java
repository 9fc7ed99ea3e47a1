package io.sardonyx.cli;

import io.sardonyx.cli.job.LocalRun;
import io.sardonyx.cli.job.UnusableJob;
import io.sardonyx.cli.option.Configuration;
import io.sardonyx.cli.option.ExitCodes;
import io.sardonyx.cli.terminal.EscapingWriter;
import io.sardonyx.cli.terminal.ProgramOutput;
import io.sardonyx.function.FunctionLoader;
import io.sardonyx.job.Allocation;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/**
 * The entry point of the program.
 *
 * <p>A plain {@code run FILE} does not touch the command line's parser, {@link Main}: to load it and its reflection
 * over options are a third of such a start. So nothing here may refer to picocli, whose classes no class archive takes,
 * since they are of an old format; nor does an archive take a class that refers to them.
 */
public final class Program {

    /** The command that is run without a parser if it has no options. */
    static final String RUN = "run";

    /** Read by the launcher only, and no setting. */
    private static final String LAUNCHER_VARIABLE = Configuration.PREFIX + "JAVA_OPTS";

    /** What the parser gives to an argument with another meaning than a file: options, standard input, lists. */
    private static final String SPECIAL = "-@";

    private static final int BAD_INPUT = 2;

    private Program() {}

    public static void main(String[] args) {
        var stdout = new ProgramOutput();
        PrintWriter out = stdout.writer();
        var err = new PrintWriter(new EscapingWriter(new OutputStreamWriter(System.err, StandardCharsets.UTF_8)), true);
        int code = isPlainRun(args, System.getenv(), Path.of(""))
                ? runPlainly(args[1], err)
                : Main.execute(args, out, err);
        out.flush();
        System.exit(stdout.exitCode(code));
    }

    /** Whether the arguments are {@code run FILE} and no setting can come from elsewhere. */
    static boolean isPlainRun(String[] args, Map<String, String> environment, Path directory) {
        if (args.length != 2 || !args[0].equals(RUN) || args[1].isBlank() || SPECIAL.indexOf(args[1].charAt(0)) >= 0) {
            return false;
        }
        for (Map.Entry<String, String> variable : environment.entrySet()) {
            String name = variable.getKey();
            if (name.startsWith(Configuration.PREFIX) && !name.equals(LAUNCHER_VARIABLE)) {
                return false;
            }
        }
        return !Files.exists(directory.resolve(Configuration.USUAL_FILE));
    }

    /** As the command {@code run} without options does it. */
    private static int runPlainly(String file, PrintWriter err) {
        try {
            return new LocalRun(file, FunctionLoader::onClassPath, err).run(null, Allocation.PLANNED, null, false);
        } catch (Exception e) {
            int code = exitCode(e);
            if (code == 0) {
                return Main.unexpected(e, err);
            }
            tell(e, err);
            return code;
        }
    }

    /** The exit code of an expected failure, 0 for a bug. */
    static int exitCode(Exception e) {
        return e instanceof UnusableJob ? BAD_INPUT : ExitCodes.of(e);
    }

    /** Prints an expected failure. */
    static void tell(Exception e, PrintWriter err) {
        err.println("sardonyx: " + e.getMessage());
    }
}
