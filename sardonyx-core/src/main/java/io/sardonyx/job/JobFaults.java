package io.sardonyx.job;

import io.sardonyx.value.TaskName;
import java.util.ArrayList;
import java.util.List;

/** Everything that is wrong with a job, found before anybody runs it. */
public final class JobFaults {

    private final Job job;
    private final List<Fault> faults = new ArrayList<>();

    private JobFaults(Job job) {
        this.job = job;
    }

    /** All faults of the job; none when it can run. */
    public static List<Fault> of(Job job) {
        var found = new JobFaults(job);
        found.checkWorkflow();
        job.catalog().forEach(found::checkTask);
        return List.copyOf(found.faults);
    }

    private void checkWorkflow() {
        List<TaskName> cycle = job.workflow().cycle();
        if (!cycle.isEmpty()) {
            add("workflow", "its tasks feed each other in a circle: " + cycle, "a workflow has no cycles");
        }
        for (TaskName task : job.workflow().tasks()) {
            if (job.catalog().stream().noneMatch(entry -> entry.name().equals(task))) {
                add("workflow", "names task " + task + ", which is not described", "describe it, or correct the name");
            }
        }
    }

    private void checkTask(CatalogEntry entry) {
        String place = "task " + entry.name();
        if (entry.task().input() && entry.plugin() == null) {
            add(place, "nobody feeds it, and it does not say where it reads", "give it an input, or a task before it");
        }
    }

    private void add(String place, String what, String remedy) {
        faults.add(new Fault(place, what, remedy));
    }
}
