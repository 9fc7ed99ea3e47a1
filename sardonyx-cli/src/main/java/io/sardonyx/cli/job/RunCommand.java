package io.sardonyx.cli.job;

import io.sardonyx.cli.option.AllocationReader;
import io.sardonyx.cli.option.CompletionCandidates;
import io.sardonyx.cli.option.FunctionsOption;
import io.sardonyx.cli.option.StateOption;
import io.sardonyx.job.Allocation;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The command {@code run}: runs a job in a local cluster inside this process until it has ended. */
@Command(
        name = "run",
        description = "Runs the job of a file in this process, with a cluster of its own, until it has ended.",
        sortOptions = false,
        footer = {
            "  $ sardonyx run examples/words.yaml",
            "",
            "Standard output is the job's. How it does, and how it ended, is told on standard error."
        },
        exitCodeList = {"0:the job completed", "1:it failed or was killed", "2:bad input", "130:interrupted"})
public final class RunCommand implements Callable<Integer> {

    @Spec
    private CommandSpec spec;

    @Mixin
    private final FunctionsOption functions = new FunctionsOption();

    @Option(
            names = "--peers",
            paramLabel = "N",
            description = "Virtual peers; by default as many as the job needs, or as the machine has processors.")
    private @Nullable Integer peers;

    @Option(
            names = "--allocation",
            paramLabel = "WAY",
            converter = AllocationReader.class,
            completionCandidates = CompletionCandidates.Allocations.class,
            description = "Who decides which peer does what: planned (default), volunteered or coordinated.")
    private Allocation allocation = Allocation.PLANNED;

    @Mixin
    private final StateOption state = new StateOption();

    @Option(names = "--json", description = "Tell how it ended as one JSON object.")
    private boolean json;

    @Parameters(paramLabel = "JOB.yaml", description = "The job, as YAML or JSON. - reads standard input.")
    private String file;

    @Override
    public Integer call() throws InterruptedException {
        return new LocalRun(file, functions::forOwnJobs, spec.commandLine().getErr())
                .run(peers, allocation, state.address(), json);
    }
}
