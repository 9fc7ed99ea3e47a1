package io.sardonyx.cli;

import java.io.PrintWriter;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Model.CommandSpec;

/** One line on a terminal that says how far long work has come; nothing in a pipe, and nothing is left after Ctrl-C. */
final class Progress {

    private static final String CLEAR_LINE = "\r\u001b[K";

    private final PrintWriter err;
    private final boolean onTerminal = Ansi.AUTO.enabled();
    private @Nullable Thread hook;
    private boolean ended;

    Progress(CommandSpec spec) {
        err = spec.commandLine().getErr();
    }

    /** Whether anybody sees it. */
    boolean isSeen() {
        return onTerminal;
    }

    synchronized void say(String what) {
        if (!onTerminal || ended) {
            return;
        }
        if (hook == null) {
            hook = new Thread(this::clear, "sardonyx-clear");
            Runtime.getRuntime().addShutdownHook(hook);
        }
        err.print(CLEAR_LINE + what);
        err.flush();
    }

    /** The hook stays, since it may be running already; to clear what is clear does no harm. */
    synchronized void end() {
        if (hook != null) {
            clear();
        }
    }

    private synchronized void clear() {
        if (!ended) {
            ended = true;
            err.print(CLEAR_LINE);
            err.flush();
        }
    }
}
