package io.sardonyx.coordinator;

import io.sardonyx.value.PeerId;
import io.sardonyx.value.TaskName;
import io.sardonyx.value.table.OrderedSet;
import io.sardonyx.value.table.OrderedTable;
import io.sardonyx.value.table.SortedTable;
import java.util.List;

/**
 * State of a planned job that is not finished.
 *
 * @param submitted the position of its {@code submit-job} in the cluster's log; jobs take turns in this order
 * @param tasks in topological order
 * @param unfit peers that cannot run it; they are not offered its tasks
 * @param skipped how many segments its complete tasks skipped by their error policies, where any
 */
public record JobProgress(
        long submitted,
        OrderedTable<TaskName, TaskProgress> tasks,
        OrderedSet<PeerId> unfit,
        SortedTable<TaskName, Long> skipped) {

    static JobProgress of(long submitted, List<Plan.PlannedTask> planned) {
        var tasks = OrderedTable.of(
                planned.stream().map(TaskProgress::of).toList(),
                task -> task.planned().name());
        return new JobProgress(submitted, tasks, OrderedSet.empty(), SortedTable.empty());
    }

    public boolean isComplete() {
        return tasks.values().stream().allMatch(TaskProgress::complete);
    }

    JobProgress with(TaskProgress task) {
        return new JobProgress(submitted, tasks.with(task.planned().name(), task), unfit, skipped);
    }

    JobProgress with(OrderedSet<PeerId> others) {
        return others == unfit ? this : new JobProgress(submitted, tasks, others, skipped);
    }

    /** Completes a task, of which that many segments were skipped. */
    JobProgress completing(TaskProgress task, long count) {
        var name = task.planned().name();
        var counts = count > 0 ? skipped.with(name, count) : skipped;
        return new JobProgress(submitted, tasks.with(name, task.completed()), unfit, counts);
    }
}
