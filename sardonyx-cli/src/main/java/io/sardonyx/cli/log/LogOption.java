package io.sardonyx.cli.log;

import io.sardonyx.cli.option.CompletionCandidates;
import picocli.CommandLine.Option;

/** The option {@code --log}: the log of the cluster, or that of its coordinator. */
final class LogOption {

    @Option(
            names = "--log",
            paramLabel = "NAME",
            completionCandidates = CompletionCandidates.Logs.class,
            description = "The cluster's log (cluster, default) or that of its coordinator (coordinator).")
    private CompletionCandidates.LogName log = CompletionCandidates.LogName.CLUSTER;

    boolean isCoordinators() {
        return log == CompletionCandidates.LogName.COORDINATOR;
    }
}
