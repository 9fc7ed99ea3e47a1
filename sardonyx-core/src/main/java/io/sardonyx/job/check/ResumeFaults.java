package io.sardonyx.job.check;

import io.sardonyx.job.CatalogEntry;
import io.sardonyx.job.Job;
import io.sardonyx.job.Part;
import io.sardonyx.value.TaskName;
import java.util.List;
import java.util.TreeMap;

/**
 * What is wrong with how the states of a job match those of another one, as far as that other one need not be known.
 */
final class ResumeFaults {

    private static final Part RESUME = Part.of("resume");

    private final Job job;
    private final FaultCollector found;

    ResumeFaults(Job job, FaultCollector found) {
        this.job = job;
        this.found = found;
    }

    void check() {
        Job.Resuming resume = job.resume();
        if (resume.equals(Job.Resuming.NONE)) {
            return;
        }
        if (job.checkpoint() == null) {
            found.add(
                    RESUME,
                    "says which state is taken over, but the job has no checkpoints",
                    "say how often: checkpoint: {every: PT5S}, or leave it out");
        }
        checkTasks(resume);
        List<TaskName> tasks = job.catalog().stream().map(CatalogEntry::name).toList();
        for (int i = 0; i < resume.fresh().size(); i++) {
            String fresh = resume.fresh().get(i);
            if (tasks.stream().noneMatch(task -> isOf(task, fresh))) {
                found.add(
                        RESUME.at("fresh").item(i),
                        "\"" + fresh + "\" is no task of this job, nor a state of one",
                        "name a task, or task/state; the tasks are " + FaultCollector.listed(tasks));
            }
        }
    }

    private static boolean isOf(TaskName task, String name) {
        return name.equals(task.text()) || name.startsWith(task + "/");
    }

    private void checkTasks(Job.Resuming resume) {
        var takers = new TreeMap<TaskName, TaskName>();
        resume.tasks().forEach((task, old) -> {
            Part part = RESUME.at("tasks").at(task.text());
            if (found.isTask(part, task) && job.entry(task).task().input()) {
                found.add(
                        part,
                        "is an input, which goes on with the partitions of the input of the same name",
                        "let it keep its name, and leave it out here");
            }
            TaskName other = takers.putIfAbsent(old, task);
            if (other != null) {
                found.add(
                        part,
                        "takes over the states of " + old + ", as " + other + " does",
                        "let one of them begin without: fresh: [" + task + "]");
            }
        });
    }
}
