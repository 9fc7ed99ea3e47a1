package io.sardonyx.report;

import io.sardonyx.value.TaskName;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Statistics of a job's tasks in one group, stored for people as {@code stats/JOB/GROUP}. No decision depends on it, so
 * it is not in the log.
 *
 * @param atMillis when it was written, in milliseconds since the epoch by the writer's clock
 * @param links states of the connections from its process to others
 * @param leftOut number of tasks and connections omitted so that the report fits into a document
 */
public record JobReport(long atMillis, List<TaskReport> tasks, List<LinkState> links, int leftOut) {

    public JobReport {
        tasks = List.copyOf(tasks);
        links = List.copyOf(links);
    }

    /** Report with nothing omitted yet. */
    public JobReport(long atMillis, List<TaskReport> tasks, List<LinkState> links) {
        this(atMillis, tasks, links, 0);
    }

    /** Report of a process without connections. */
    public JobReport(long atMillis, List<TaskReport> tasks) {
        this(atMillis, tasks, List.of());
    }

    /** Sum of several groups' reports, by task. */
    public static List<TaskReport> together(List<JobReport> reports) {
        Map<TaskName, TaskReport> all = new LinkedHashMap<>();
        reports.forEach(report -> report.tasks.forEach(task -> all.merge(task.task(), task, TaskReport::plus)));
        return List.copyOf(all.values());
    }
}
