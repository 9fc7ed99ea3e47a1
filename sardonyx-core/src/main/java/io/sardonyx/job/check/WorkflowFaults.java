package io.sardonyx.job.check;

import io.sardonyx.job.CatalogEntry;
import io.sardonyx.job.Job;
import io.sardonyx.job.Part;
import io.sardonyx.value.TaskName;
import io.sardonyx.value.table.OrderedSet;
import java.util.List;
import java.util.stream.Collectors;

/** What is wrong with the graph of a job. */
final class WorkflowFaults {

    private static final Part WORKFLOW = Part.of("workflow");

    private final Job job;
    private final FaultCollector found;

    WorkflowFaults(Job job, FaultCollector found) {
        this.job = job;
        this.found = found;
    }

    void check() {
        OrderedSet<TaskName> tasks = OrderedSet.of(job.workflow().tasks());
        if (tasks.isEmpty()) {
            found.add(WORKFLOW, "it leads from nowhere to nowhere", "name its paths, as [[\"read\", \"write\"]]");
        }
        checkCycle();
        tasks.forEach(task -> found.isTask(WORKFLOW.naming(task), task));
        List<TaskName> undescribed =
                tasks.stream().filter(task -> !found.isDescribed(task)).toList();
        for (CatalogEntry entry : job.catalog()) {
            if (!tasks.isEmpty() && !tasks.has(entry.name())) {
                found.add(
                        Part.task(entry.name()),
                        "is not in the workflow",
                        found.nearest(entry.name(), undescribed, "put it on a path, or leave it out"));
            }
        }
    }

    private void checkCycle() {
        List<TaskName> cycle = job.workflow().cycle();
        if (!cycle.isEmpty()) {
            String path = cycle.stream().map(TaskName::text).collect(Collectors.joining(" -> "));
            found.add(
                    WORKFLOW.naming(cycle.get(0)),
                    "has a cycle: " + path + " -> " + cycle.get(0),
                    "take one of its edges out");
        }
    }
}
