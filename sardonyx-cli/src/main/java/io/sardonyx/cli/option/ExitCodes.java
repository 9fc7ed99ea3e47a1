package io.sardonyx.cli.option;

import io.sardonyx.client.CannotResume;
import io.sardonyx.client.NoCluster;
import io.sardonyx.client.StoreUnreachable;
import io.sardonyx.entry.UnreadableEntry;
import io.sardonyx.follow.LostHistory;
import io.sardonyx.job.BadJob;
import io.sardonyx.json.BadInput;
import io.sardonyx.port.Forbidden;
import io.sardonyx.port.Unreadable;
import java.io.PrintWriter;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ExitCode;

/** Exit codes of the program, in addition to picocli's, and their mapping from exceptions. */
public final class ExitCodes {

    /** 128 + SIGINT, as the JVM itself exits. */
    public static final int INTERRUPTED = 130;

    private static final int UNREACHABLE = 3;

    private ExitCodes() {}

    /**
     * Prints why a process that was to run until a signal has stopped, and returns its exit code. An unexpected
     * exception is a bug and is printed with its stack trace.
     *
     * @param failure null if nothing is known
     */
    public static int stopped(@Nullable Throwable failure, PrintWriter err) {
        err.println("sardonyx: stopped: " + (failure == null ? "nobody knows why" : failure.getMessage()));
        int code = failure == null ? 1 : of(failure);
        if (code == 0 && failure != null) {
            failure.printStackTrace(err);
        }
        return Math.max(1, code);
    }

    /**
     * The exit code of an expected failure, which is reported in one line; 0 for any other exception, which is a bug.
     */
    public static int of(Throwable e) {
        if (e instanceof StoreUnreachable) {
            return UNREACHABLE;
        }
        // Before its superclass Unreadable: who is not let in has to change the input, and nothing is damaged.
        if (e instanceof Forbidden) {
            return ExitCode.USAGE;
        }
        if (e instanceof UnreadableEntry || e instanceof LostHistory || e instanceof Unreadable) {
            return ExitCode.SOFTWARE;
        }
        return e instanceof BadInput || e instanceof BadJob || e instanceof NoCluster || e instanceof CannotResume
                ? ExitCode.USAGE
                : 0;
    }
}
