package io.sardonyx.engine;

import io.sardonyx.assignment.Assignment;
import io.sardonyx.content.TaskReport;
import io.sardonyx.content.TaskStats;
import io.sardonyx.replica.Jobs;
import io.sardonyx.task.TaskLoop;
import io.sardonyx.value.JobId;
import io.sardonyx.value.OrderedSet;
import io.sardonyx.value.TaskName;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** What loops that are over have done, so that a job's sums stay right when its peers change; for any thread. */
final class EndedTaskStats {

    private static final int MOST_FAILURES = 10;

    private final Map<JobId, Map<TaskName, TaskReport>> ended = new TreeMap<>();

    private final Map<JobId, List<String>> failures = new TreeMap<>();

    /* Where jobs go before they are forgotten; as long as it is the same one, none was. */
    private OrderedSet<JobId> retired = OrderedSet.empty();

    /** A lifecycle failed at the end of a task; of the first of each job is told. */
    synchronized void failedAtEnd(Assignment task, String why) {
        List<String> all = failures.computeIfAbsent(task.job(), job -> new ArrayList<>());
        if (all.size() < MOST_FAILURES) {
            all.add("afterTask of task " + task.task() + " failed: " + why);
        }
    }

    synchronized List<String> failuresAtEnd(JobId job) {
        return List.copyOf(failures.getOrDefault(job, List.of()));
    }

    synchronized void add(TaskStats stats) {
        ended.computeIfAbsent(stats.self().job(), job -> new LinkedHashMap<>())
                .merge(stats.self().task(), stats.report().ended(), TaskReport::plus);
    }

    /** Forgets the jobs that everybody has forgotten. */
    synchronized void retain(Jobs jobs) {
        if (jobs.retired() == retired) {
            return;
        }
        retired = jobs.retired();
        ended.keySet().removeIf(job -> !jobs.knows(job) || jobs.retired().has(job));
        failures.keySet().removeIf(job -> !jobs.knows(job) || jobs.retired().has(job));
    }

    /** A job's tasks, with those loops of it that are not over; what is over has told what it did. */
    synchronized List<TaskReport> report(JobId job, Collection<TaskLoop> loops) {
        var all = new LinkedHashMap<TaskName, TaskReport>();
        loops.stream()
                .filter(loop -> loop.self().job().equals(job) && !loop.isOver())
                .forEach(loop -> all.merge(loop.self().task(), loop.stats().report(), TaskReport::plus));
        ended.getOrDefault(job, Map.of()).forEach((task, report) -> all.merge(task, report, TaskReport::plus));
        return List.copyOf(all.values());
    }
}
