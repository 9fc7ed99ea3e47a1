package io.sardonyx.answer;

import io.sardonyx.job.CatalogEntry;
import io.sardonyx.job.Job;
import io.sardonyx.report.TaskReport;
import io.sardonyx.value.TaskName;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Throughput of the tasks of a job, computed between two samples of their counters; immutable, {@link #next} takes a
 * further sample.
 *
 * @param tasks all tasks of the job with their rates, in the order of its catalog
 * @param former the sample that rates are computed against
 * @param last the latest sample that is not too recent to become that
 */
public record TaskRates(List<TaskReport> tasks, Sample former, Sample last) {

    /** Minimum time between samples: a rate over less would be noise. */
    private static final long SHORTEST_NANOS = 50_000_000;

    /** Counters of all tasks at one time of a monotonic clock. */
    public record Sample(long nanos, Map<TaskName, TaskReport> tasks) {}

    /** A job that has done nothing yet. */
    public static TaskRates of(Job job, long nanos) {
        var start = new Sample(nanos, Map.of());
        List<TaskReport> none = job.catalog().stream()
                .map(CatalogEntry::name)
                .map(TaskReport::none)
                .toList();
        return new TaskRates(none, start, start);
    }

    /** The rates since the last sample, or the one before if the last is too recent. */
    public TaskRates next(List<TaskReport> reports, long nanos) {
        Map<TaskName, TaskReport> latest = reports.stream()
                .collect(Collectors.toMap(TaskReport::task, Function.identity(), (one, other) -> other));
        boolean due = nanos - last.nanos >= SHORTEST_NANOS;
        Sample base = due ? last : former;
        List<TaskReport> rated = tasks.stream()
                .map(task -> TaskReport.none(task.task()))
                .map(none -> latest.getOrDefault(none.task(), none)
                        .since(base.tasks.getOrDefault(none.task(), none), nanos - base.nanos))
                .toList();
        return new TaskRates(rated, base, due ? new Sample(nanos, latest) : last);
    }
}
