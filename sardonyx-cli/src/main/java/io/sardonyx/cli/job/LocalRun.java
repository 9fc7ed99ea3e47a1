package io.sardonyx.cli.job;

import io.sardonyx.Cluster;
import io.sardonyx.answer.OutcomeText;
import io.sardonyx.answer.Phrases;
import io.sardonyx.cli.logging.Logging;
import io.sardonyx.cli.option.ExitCodes;
import io.sardonyx.cli.option.InputFile;
import io.sardonyx.cli.terminal.ProgressLine;
import io.sardonyx.cli.terminal.Termination;
import io.sardonyx.cli.terminal.Warnings;
import io.sardonyx.client.JobStatus;
import io.sardonyx.client.Outcome;
import io.sardonyx.client.admin.KeyedMemory;
import io.sardonyx.connect.Inputs;
import io.sardonyx.engine.JobCheck;
import io.sardonyx.function.FunctionLoader;
import io.sardonyx.job.Allocation;
import io.sardonyx.job.BadJob;
import io.sardonyx.job.Call;
import io.sardonyx.job.CatalogEntry;
import io.sardonyx.job.Job;
import io.sardonyx.json.BadInput;
import io.sardonyx.json.Json;
import io.sardonyx.json.JsonOut;
import io.sardonyx.report.TaskReport;
import io.sardonyx.task.input.PluginRegistry;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Runs the job of a file in a local cluster inside this process until it has ended. Knows nothing of the command line,
 * so that a start without options need not load its parser.
 */
public final class LocalRun {

    /** Period of the progress line. */
    private static final Duration BETWEEN_LOOKS = Duration.ofMillis(500);

    /** The logger of task failures, silenced since a failure ends the job and is reported then. */
    private static final String FAILURES = "io.sardonyx.task.TaskLoop";

    private final String file;
    private final Supplier<FunctionLoader> functions;
    private final PrintWriter err;

    /**
     * A run of a file.
     *
     * @param functions where those of the job come from; called once the file was read
     * @param err where it is told how the job does and how it ended
     */
    public LocalRun(String file, Supplier<FunctionLoader> functions, PrintWriter err) {
        this.file = file;
        this.functions = functions;
        this.err = err;
    }

    /**
     * Runs the job; the exit code.
     *
     * @param peers number of virtual peers, or null for as many as the job needs, or the machine has processors
     * @param state address of the state of jobs, or null to keep it in memory
     * @param json whether it is told as a JSON object how the job ended
     */
    public int run(@Nullable Integer peers, Allocation allocation, @Nullable String state, boolean json)
            throws InterruptedException {
        var input = new InputFile(file);
        var text = JobText.in(input);
        FunctionLoader found = functions.get();
        Job job = text.job(draft -> JobCheck.callFaults(draft, found, PluginRegistry.in(found.loader())));
        if (input.isPiped()) {
            checkNotReadTwice(job);
        }
        var crew = PeerCount.of(job, allocation);
        int size = peers == null ? crew.usual(Runtime.getRuntime().availableProcessors()) : crew.checked(peers);
        List<String> lossy = UnreplayableInputs.warnings(job, PluginRegistry.in(found.loader()));
        Stream.concat(KeyedMemory.of(job).warnings().stream(), lossy.stream())
                .forEach(warning -> Warnings.print(err, warning));
        Logging.hush(FAILURES);
        long start = System.nanoTime();
        var cluster = Cluster.local(1, size, found, allocation);
        if (state != null) {
            cluster.state(state);
        }
        try {
            cluster.submit(job.patient(Cluster.RUN_PATIENCE));
        } catch (BadJob e) {
            cluster.close();
            throw text.unusable(e);
        }
        var progress = new ProgressLine(err);
        var watch = new JobMonitor(cluster, job, progress);
        Termination.during(() -> watch.await(BETWEEN_LOOKS), () -> interrupted(cluster, progress));
        var warnings = new ArrayList<String>(json ? lossy : List.of());
        warnings.addAll(hasCompleted(watch) ? cluster.warningsAtEnd(job) : List.of());
        cluster.close();
        tell(new RunSummary(job, watch.outcome(), cluster.report(job.id()), System.nanoTime() - start, warnings), json);
        List<String> failures = cluster.failuresAtEnd(job.id());
        failures.forEach(failure -> err.println("sardonyx: " + failure));
        return hasCompleted(watch) && failures.isEmpty() ? 0 : 1;
    }

    private static boolean hasCompleted(JobMonitor watch) {
        return JobStatus.of(watch.outcome()).state() == JobStatus.State.COMPLETED;
    }

    /**
     * Rejects a job from standard input that has standard input as an input task: it would read nothing and complete.
     */
    private static void checkNotReadTwice(Job job) {
        String stdin = Inputs.stdin().name();
        for (CatalogEntry entry : job.catalog()) {
            Call plugin = entry.plugin();
            if (plugin != null && entry.task().input() && plugin.name().equals(stdin)) {
                throw new BadInput("standard input: is the job, so nothing of it is left for task " + entry.name()
                        + " to read; give the job as a file");
            }
        }
    }

    private void tell(RunSummary summary, boolean json) {
        if (json) {
            summary.write(err);
        } else {
            summary.print(err);
        }
        err.flush();
    }

    /** Shuts the cluster down after a signal, so that what was written is complete; the exit code. */
    private int interrupted(Cluster cluster, ProgressLine progress) {
        progress.end();
        cluster.close();
        err.println("sardonyx: interrupted; the job did not come to its end");
        return ExitCodes.INTERRUPTED;
    }

    /**
     * The summary of a job run: outcome, duration, and segment counts of its tasks.
     *
     * @param nanos duration of the run
     */
    private record RunSummary(Job job, Outcome outcome, List<TaskReport> tasks, long nanos, List<String> warnings) {

        private static final long NANOS_PER_MILLI = 1_000_000;

        void print(PrintWriter out) {
            for (CatalogEntry entry : job.catalog()) {
                TaskReport task = of(entry);
                out.println("  " + entry.name() + ": " + Phrases.grouped(task.taken()) + " taken, "
                        + Phrases.grouped(task.given()) + " given"
                        + (task.skipped() == 0 ? "" : ", " + Phrases.grouped(task.skipped()) + " skipped")
                        + (task.replays() == 0 ? "" : ", " + Phrases.count(task.replays(), "root") + " emitted again"));
            }
            out.println("job " + job.id() + " " + OutcomeText.sentence(outcome) + ", after " + seconds());
            warnings.forEach(warning -> out.println("sardonyx: warning: " + warning));
        }

        private TaskReport of(CatalogEntry entry) {
            return tasks.stream()
                    .filter(report -> report.task().equals(entry.name()))
                    .findFirst()
                    .orElse(TaskReport.none(entry.name()));
        }

        private String seconds() {
            long millis = nanos / NANOS_PER_MILLI;
            long rest = millis % 1_000 / 10;
            return millis / 1_000 + (rest < 10 ? ".0" : ".") + rest + " s";
        }

        void write(PrintWriter out) {
            JsonOut line = Json.onto(out).begin();
            OutcomeText.write(JobStatus.of(outcome), line);
            line.number("millis", nanos / NANOS_PER_MILLI).begin("tasks");
            for (CatalogEntry entry : job.catalog()) {
                TaskReport task = of(entry);
                line.begin(entry.name().text())
                        .number("taken", task.taken())
                        .number("given", task.given())
                        .number("skipped", task.skipped())
                        .number("replays", task.replays())
                        .end();
            }
            line.end().textsUnlessEmpty("warnings", warnings).end().newLine();
        }
    }
}
