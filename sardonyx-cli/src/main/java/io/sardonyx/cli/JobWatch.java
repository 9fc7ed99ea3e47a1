package io.sardonyx.cli;

import io.sardonyx.Cluster;
import io.sardonyx.client.Outcome;
import io.sardonyx.content.TaskReport;
import io.sardonyx.job.CatalogEntry;
import io.sardonyx.job.Job;
import io.sardonyx.value.TaskName;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** Waits for the end of a job in this process, and tells on a terminal how it does. */
final class JobWatch {

    private static final Duration FOR_EVER = Duration.ofDays(36_500);

    private final Cluster cluster;
    private final Job job;
    private final Progress progress;
    private Map<TaskName, TaskReport> former = Map.of();
    private long formerNanos;
    private @Nullable Outcome outcome;

    JobWatch(Cluster cluster, Job job, Progress progress) {
        this.cluster = cluster;
        this.job = job;
        this.progress = progress;
    }

    /** How it ended. */
    Outcome outcome() {
        return Objects.requireNonNull(outcome, "it has not ended");
    }

    void await(Duration betweenLooks) throws InterruptedException {
        formerNanos = System.nanoTime();
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
        long now = System.nanoTime();
        var latest = new HashMap<TaskName, TaskReport>();
        cluster.report(job.id()).forEach(report -> latest.put(report.task(), report));
        List<String> parts = new ArrayList<>();
        long pending = 0;
        for (CatalogEntry entry : job.catalog()) {
            TaskReport none = TaskReport.none(entry.name());
            TaskReport report = latest.getOrDefault(entry.name(), none)
                    .since(former.getOrDefault(entry.name(), none), now - formerNanos);
            parts.add(entry.name() + " " + Words.grouped(report.takenPerSecond()) + "/s");
            pending += report.openRoots();
        }
        former = latest;
        formerNanos = now;
        return Words.some(parts, "  ") + "  " + Words.grouped(pending) + " pending";
    }
}
