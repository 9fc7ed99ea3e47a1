package io.sardonyx.cli;

import io.sardonyx.Cluster;
import io.sardonyx.client.Outcome;
import io.sardonyx.content.TaskReport;
import io.sardonyx.job.Job;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** Waits for the end of a job in this process, and tells on a terminal how it does. */
final class JobWatch {

    private static final Duration FOR_EVER = Duration.ofDays(36_500);

    private final Cluster cluster;
    private final Job job;
    private final Progress progress;
    private final Rates rates;
    private @Nullable Outcome outcome;

    JobWatch(Cluster cluster, Job job, Progress progress) {
        this.cluster = cluster;
        this.job = job;
        this.progress = progress;
        this.rates = new Rates(job);
    }

    /** How it ended. */
    Outcome outcome() {
        return Objects.requireNonNull(outcome, "it has not ended");
    }

    void await(Duration betweenLooks) throws InterruptedException {
        while (outcome == null) {
            try {
                outcome = cluster.client().await(job.id(), progress.isSeen() ? betweenLooks : FOR_EVER);
            } catch (TimeoutException e) {
                progress.say(line());
            }
        }
        progress.end();
    }

    /** All tasks in the order in which segments flow. */
    private String line() {
        List<TaskReport> reports = rates.of(cluster.report(job.id()));
        long pending = reports.stream().mapToLong(TaskReport::openRoots).sum();
        return Words.some(
                        reports.stream()
                                .map(report -> report.task() + " " + Words.grouped(report.takenPerSecond()) + "/s")
                                .toList(),
                        "  ")
                + "  " + Words.grouped(pending) + " pending";
    }
}
