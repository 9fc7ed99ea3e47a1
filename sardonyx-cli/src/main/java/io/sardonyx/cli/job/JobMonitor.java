package io.sardonyx.cli.job;

import io.sardonyx.Cluster;
import io.sardonyx.answer.Phrases;
import io.sardonyx.answer.TaskRates;
import io.sardonyx.cli.terminal.ProgressLine;
import io.sardonyx.client.Outcome;
import io.sardonyx.job.Job;
import io.sardonyx.plugin.Extent;
import io.sardonyx.report.TaskReport;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** Waits for the end of a job in this process, and shows its progress on a terminal. */
final class JobMonitor {

    private static final Duration FOR_EVER = Duration.ofDays(36_500);

    private static final long NANOS_PER_MILLI = 1_000_000;
    private static final int BAR = 20;

    private final long startNanos = System.nanoTime();
    private final Cluster cluster;
    private final Job job;
    private final ProgressLine progress;
    private TaskRates rates;
    private @Nullable Outcome outcome;

    JobMonitor(Cluster cluster, Job job, ProgressLine progress) {
        this.cluster = cluster;
        this.job = job;
        this.progress = progress;
        this.rates = TaskRates.of(job, startNanos);
    }

    /** The outcome; only after {@link #await}. */
    Outcome outcome() {
        return Objects.requireNonNull(outcome, "it has not ended");
    }

    /**
     * Blocks until the job has ended.
     *
     * @param betweenLooks period of the progress line
     */
    void await(Duration betweenLooks) throws InterruptedException {
        while (outcome == null) {
            try {
                outcome = cluster.await(job.id(), progress.isSeen() ? betweenLooks : FOR_EVER);
            } catch (TimeoutException e) {
                progress.say(line());
            }
        }
        progress.end();
    }

    /** The progress line: progress bar if the inputs know their size, then throughput of tasks in topological order. */
    private String line() {
        rates = rates.next(cluster.report(job.id()), System.nanoTime());
        List<TaskReport> reports = rates.tasks();
        long pending = reports.stream().mapToLong(TaskReport::openRoots).sum();
        List<String> tasks = reports.stream()
                .map(report -> report.task() + " " + Phrases.grouped(report.takenPerSecond()) + "/s")
                .toList();
        return bar(reports) + Phrases.some(tasks, "  ") + "  " + Phrases.grouped(pending) + " pending  "
                + Phrases.seconds((System.nanoTime() - startNanos) / NANOS_PER_MILLI);
    }

    /**
     * The progress bar of the input that is furthest from its end; empty when one of the inputs does not know its size.
     */
    static String bar(List<TaskReport> reports) {
        List<Extent> inputs = reports.stream()
                .map(TaskReport::extent)
                .filter(it -> it.all() != 0)
                .toList();
        return inputs.isEmpty() || !inputs.stream().allMatch(Extent::isKnown)
                ? ""
                : ProgressLine.bar(
                                inputs.stream().mapToDouble(Extent::share).min().orElse(0), BAR) + "  ";
    }
}
