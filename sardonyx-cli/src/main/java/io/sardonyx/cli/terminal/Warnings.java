package io.sardonyx.cli.terminal;

import io.sardonyx.json.OneLine;
import java.io.PrintWriter;
import picocli.CommandLine.Model.CommandSpec;

/** Warnings on standard error, which do not change the exit code. */
public final class Warnings {

    private static final int MAX_LENGTH = 600;

    private Warnings() {}

    public static void print(CommandSpec spec, String warning) {
        print(spec.commandLine().getErr(), warning);
    }

    public static void print(PrintWriter err, String warning) {
        err.println("sardonyx: warning: " + OneLine.of(warning, MAX_LENGTH));
    }
}
