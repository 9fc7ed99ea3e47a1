package io.sardonyx.cli.option;

import io.sardonyx.client.NoCluster;
import io.sardonyx.client.StoreUnreachable;
import io.sardonyx.entry.UnreadableEntry;
import io.sardonyx.follow.LostHistory;
import io.sardonyx.job.BadJob;
import io.sardonyx.json.BadInput;
import io.sardonyx.port.Forbidden;
import io.sardonyx.port.Unreadable;
import picocli.CommandLine.ExitCode;

/** The exit codes of the program, beside those of picocli. */
public final class ExitCodes {

    /** What a shell makes of a process that SIGINT ended; the JVM's own answer to it. */
    public static final int INTERRUPTED = 130;

    private static final int UNREACHABLE = 3;

    private ExitCodes() {}

    /** The exit code of a failure that a line explains; 0 for one that is our fault. */
    public static int of(Throwable e) {
        if (e instanceof StoreUnreachable) {
            return UNREACHABLE;
        }
        if (e instanceof UnreadableEntry || e instanceof LostHistory || e instanceof Unreadable) {
            return ExitCode.SOFTWARE;
        }
        return e instanceof Forbidden || e instanceof BadInput || e instanceof BadJob || e instanceof NoCluster
                ? ExitCode.USAGE
                : 0;
    }
}
