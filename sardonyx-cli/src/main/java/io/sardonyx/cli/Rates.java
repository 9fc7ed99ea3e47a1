package io.sardonyx.cli;

import io.sardonyx.content.TaskReport;
import io.sardonyx.job.CatalogEntry;
import io.sardonyx.job.Job;
import io.sardonyx.value.TaskName;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** How fast the tasks of a job in this process are, from one look to the next. */
final class Rates {

    private final Job job;
    private Map<TaskName, TaskReport> former = Map.of();
    private long formerNanos = System.nanoTime();

    Rates(Job job) {
        this.job = job;
    }

    /** All tasks of the job, with their rates since the last look. */
    List<TaskReport> of(List<TaskReport> reports) {
        long now = System.nanoTime();
        var latest = new HashMap<TaskName, TaskReport>();
        reports.forEach(report -> latest.put(report.task(), report));
        var rated = new ArrayList<TaskReport>();
        for (CatalogEntry entry : job.catalog()) {
            TaskReport none = TaskReport.none(entry.name());
            rated.add(latest.getOrDefault(entry.name(), none)
                    .since(former.getOrDefault(entry.name(), none), now - formerNanos));
        }
        former = latest;
        formerNanos = now;
        return rated;
    }
}
