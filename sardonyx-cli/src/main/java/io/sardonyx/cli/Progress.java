package io.sardonyx.cli;

import java.io.PrintWriter;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Model.CommandSpec;

/** One line on a terminal that says how far long work has come; nothing in a pipe. */
final class Progress {

    private static final String CLEAR_LINE = "\r\u001b[K";

    private final PrintWriter err;
    private final boolean onTerminal = Ansi.AUTO.enabled();
    private boolean said;

    Progress(CommandSpec spec) {
        err = spec.commandLine().getErr();
    }

    void say(String what) {
        if (onTerminal) {
            said = true;
            err.print(CLEAR_LINE + what);
            err.flush();
        }
    }

    void end() {
        if (said) {
            err.print(CLEAR_LINE);
            err.flush();
        }
    }
}
