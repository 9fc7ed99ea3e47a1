package io.sardonyx.content;

import io.sardonyx.job.Task;
import io.sardonyx.value.TaskName;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Which task holds up all before it. */
public final class Bottleneck {

    private Bottleneck() {}

    /**
     * The most downstream task whose input is full and whose output is not: what is full before it waits for it, and
     * nothing behind it is to blame. What an input reads is outside, so an input is never the one.
     *
     * @param inOrder all tasks of the job, each behind those that feed it
     */
    public static Optional<TaskName> of(List<Task> inOrder, List<TaskReport> reports) {
        Map<TaskName, TaskReport> byTask =
                reports.stream().collect(Collectors.toMap(TaskReport::task, Function.identity(), TaskReport::plus));
        TaskName found = null;
        for (Task task : inOrder) {
            TaskReport report = byTask.getOrDefault(task.name(), TaskReport.none(task.name()));
            if (!task.input() && report.inputFull() && !report.outputFull()) {
                found = task.name();
            }
        }
        return Optional.ofNullable(found);
    }
}
