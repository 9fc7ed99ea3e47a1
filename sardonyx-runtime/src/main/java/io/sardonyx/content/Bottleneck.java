package io.sardonyx.content;

import io.sardonyx.job.Task;
import io.sardonyx.report.TaskReport;
import io.sardonyx.value.TaskName;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Finds the task that causes back-pressure. */
public final class Bottleneck {

    private Bottleneck() {}

    /**
     * The most downstream task whose input buffers are full and whose output buffers are not: upstream tasks wait for
     * it, and no downstream task holds it up. Never an input, since its source is outside the job.
     *
     * @param inOrder all tasks of the job in topological order
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
