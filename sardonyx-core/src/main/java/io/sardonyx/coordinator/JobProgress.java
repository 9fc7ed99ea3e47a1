package io.sardonyx.coordinator;

import io.sardonyx.value.TaskName;
import io.sardonyx.value.table.OrderedTable;
import java.util.List;

/** State of a planned job: its tasks in topological order. */
public record JobProgress(OrderedTable<TaskName, TaskProgress> tasks) {

    static JobProgress of(List<Plan.PlannedTask> planned) {
        OrderedTable<TaskName, TaskProgress> tasks = OrderedTable.empty();
        for (Plan.PlannedTask task : planned) {
            tasks = tasks.with(task.name(), TaskProgress.of(task));
        }
        return new JobProgress(tasks);
    }

    public boolean isComplete() {
        return tasks.values().stream().allMatch(TaskProgress::complete);
    }

    JobProgress with(TaskName name, TaskProgress task) {
        return new JobProgress(tasks.with(name, task));
    }
}
