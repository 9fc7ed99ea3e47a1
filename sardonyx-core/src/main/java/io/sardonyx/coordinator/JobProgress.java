package io.sardonyx.coordinator;

import io.sardonyx.value.PeerId;
import io.sardonyx.value.TaskName;
import io.sardonyx.value.table.OrderedSet;
import io.sardonyx.value.table.OrderedTable;
import java.util.List;

/**
 * State of a planned job that is not finished.
 *
 * @param submitted the position of its {@code submit-job} in the cluster's log; jobs take turns in this order
 * @param tasks in topological order
 * @param unfit peers that cannot run it; they are not offered its tasks
 */
public record JobProgress(long submitted, OrderedTable<TaskName, TaskProgress> tasks, OrderedSet<PeerId> unfit) {

    static JobProgress of(long submitted, List<Plan.PlannedTask> planned) {
        var tasks = OrderedTable.of(
                planned.stream().map(TaskProgress::of).toList(),
                task -> task.planned().name());
        return new JobProgress(submitted, tasks, OrderedSet.empty());
    }

    public boolean isComplete() {
        return tasks.values().stream().allMatch(TaskProgress::complete);
    }

    JobProgress with(TaskProgress task) {
        return new JobProgress(submitted, tasks.with(task.planned().name(), task), unfit);
    }

    JobProgress with(OrderedSet<PeerId> others) {
        return others == unfit ? this : new JobProgress(submitted, tasks, others);
    }
}
