package io.sardonyx.engine;

import io.sardonyx.replica.Jobs;
import io.sardonyx.report.TaskReport;
import io.sardonyx.report.TaskStats;
import io.sardonyx.task.TaskLoop;
import io.sardonyx.value.Assignment;
import io.sardonyx.value.JobId;
import io.sardonyx.value.TaskName;
import io.sardonyx.value.table.OrderedSet;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Accumulated statistics of task loops that are over, so that a job's totals stay right when its assignments change.
 * Thread-safe: all methods are synchronized.
 */
final class EndedTaskStats {

    private static final int MOST_FAILURES = 10;

    private final Map<JobId, Map<TaskName, TaskReport>> ended = new TreeMap<>();

    private final Map<JobId, List<String>> failures = new TreeMap<>();

    /* The replica's set of retired jobs as of the last call; compared by identity, since it is immutable. */
    private OrderedSet<JobId> retired = OrderedSet.empty();

    /** Records a failure of {@code afterTask}; the first few of each job are kept. */
    synchronized void failedAtEnd(Assignment task, String why) {
        List<String> all = failures.computeIfAbsent(task.job(), job -> new ArrayList<>());
        if (all.size() < MOST_FAILURES) {
            all.add("afterTask of task " + task.task() + " failed: " + why);
        }
    }

    synchronized List<String> failuresAtEnd(JobId job) {
        return List.copyOf(failures.getOrDefault(job, List.of()));
    }

    /** Adds the final statistics of a loop that ended or restarted. */
    synchronized void add(TaskStats stats) {
        ended.computeIfAbsent(stats.self().job(), job -> new LinkedHashMap<>())
                .merge(stats.self().task(), stats.report().ended(), TaskReport::plus);
    }

    /** Drops the jobs that the replica has retired or forgotten. */
    synchronized void retain(Jobs jobs) {
        if (jobs.retired() == retired) {
            return;
        }
        retired = jobs.retired();
        ended.keySet().removeIf(job -> !jobs.knows(job) || jobs.retired().has(job));
        failures.keySet().removeIf(job -> !jobs.knows(job) || jobs.retired().has(job));
    }

    /**
     * Report of a job's tasks: accumulated statistics plus those of running loops. A loop that is over has been added
     * before.
     */
    synchronized List<TaskReport> report(JobId job, Collection<TaskLoop> loops) {
        var all = new LinkedHashMap<TaskName, TaskReport>();
        loops.stream()
                .filter(loop -> loop.self().job().equals(job) && !loop.isOver())
                .forEach(loop -> all.merge(loop.self().task(), loop.stats().report(), TaskReport::plus));
        ended.getOrDefault(job, Map.of()).forEach((task, report) -> all.merge(task, report, TaskReport::plus));
        return List.copyOf(all.values());
    }
}
