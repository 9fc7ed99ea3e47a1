package io.sardonyx.cli.answer;

import io.sardonyx.content.TaskReport;
import io.sardonyx.job.CatalogEntry;
import io.sardonyx.job.Job;
import io.sardonyx.value.TaskName;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** How fast the tasks of a job in this process are, from one look to the next. */
public final class TaskRates {

    /** Looks that follow each other faster would tell of no rate but chance. */
    private static final long SHORTEST_NANOS = 50_000_000;

    private record Look(long nanos, Map<TaskName, TaskReport> tasks) {}

    private final Job job;
    private Look former = new Look(System.nanoTime(), Map.of());
    private Look last = former;

    public TaskRates(Job job) {
        this.job = job;
    }

    /** All tasks of the job, with their rates since the last look, or the one before if that was only just now. */
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
