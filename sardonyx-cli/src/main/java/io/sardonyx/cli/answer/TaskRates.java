package io.sardonyx.cli.answer;

import io.sardonyx.job.CatalogEntry;
import io.sardonyx.job.Job;
import io.sardonyx.report.TaskReport;
import io.sardonyx.value.TaskName;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Throughput of the tasks of a local job, computed between two samples. */
public final class TaskRates {

    /** Minimum time between samples: a rate over less would be noise. */
    private static final long SHORTEST_NANOS = 50_000_000;

    /** A sample of all tasks. */
    private record Look(long nanos, Map<TaskName, TaskReport> tasks) {}

    private final Job job;
    private Look former = new Look(System.nanoTime(), Map.of());
    private Look last = former;

    public TaskRates(Job job) {
        this.job = job;
    }

    /** All tasks of the job, with rates since the last sample, or the one before if the last is too recent. */
    public List<TaskReport> of(List<TaskReport> reports) {
        long now = System.nanoTime();
        var latest = new HashMap<TaskName, TaskReport>();
        reports.forEach(report -> latest.put(report.task(), report));
        if (now - last.nanos >= SHORTEST_NANOS) {
            former = last;
            last = new Look(now, latest);
        }
        var rated = new ArrayList<TaskReport>();
        for (CatalogEntry entry : job.catalog()) {
            TaskReport none = TaskReport.none(entry.name());
            TaskReport before = former.tasks.getOrDefault(entry.name(), none);
            rated.add(latest.getOrDefault(entry.name(), none).since(before, now - former.nanos));
        }
        return rated;
    }
}
