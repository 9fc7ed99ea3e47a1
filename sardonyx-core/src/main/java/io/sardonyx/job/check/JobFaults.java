package io.sardonyx.job.check;

import io.sardonyx.job.CatalogEntry;
import io.sardonyx.job.Delivery;
import io.sardonyx.job.Fault;
import io.sardonyx.job.Job;
import io.sardonyx.job.LifecycleEntry;
import io.sardonyx.job.Part;
import io.sardonyx.job.Percentage;
import io.sardonyx.job.TaskScheduler;
import io.sardonyx.value.Id;
import io.sardonyx.value.TaskName;
import io.sardonyx.value.table.OrderedSet;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Everything that is wrong with a job, found before anybody runs it.
 *
 * <p>What can be found without knowing the peers: whether its parts go together. Whether there are such plugins and
 * methods is asked where they would run.
 */
public final class JobFaults {

    private static final Part WORKFLOW = Part.of("workflow");

    private final Job job;
    private final FaultCollector found;

    private JobFaults(Job job) {
        this.job = job;
        this.found = new FaultCollector(job);
    }

    /** All faults of the job; none when it can run. */
    public static List<Fault> of(Job job) {
        var all = new JobFaults(job);
        all.checkName();
        all.checkWorkflow();
        new TaskFaults(job, all.found).check();
        new FlowFaults(job, all.found).check();
        new CheckpointFaults(job, all.found).check();
        new ResumeFaults(job, all.found).check();
        all.checkLifecycles();
        all.checkSaturation();
        all.checkPercentages();
        return all.found.faults();
    }

    private void checkName() {
        String name = job.name();
        if (name.isBlank() || name.length() > Id.MAX_LENGTH || name.chars().anyMatch(Character::isISOControl)) {
            found.add(
                    Part.of("name"),
                    "has " + name.length() + " characters, or only blank ones, or control characters",
                    "a name has 1 to " + Id.MAX_LENGTH + " characters that people can read");
        }
    }

    private void checkWorkflow() {
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

    private void checkLifecycles() {
        for (int i = 0; i < job.lifecycles().size(); i++) {
            LifecycleEntry entry = job.lifecycles().get(i);
            Part part = Part.of("lifecycles").item(i);
            if (entry.task() != null) {
                found.isTask(part.at("task"), entry.task());
            }
            found.checkMethod(part.at("calls"), entry.factory());
        }
    }

    /** A queued job goes on with fewer peers than tasks, any other needs all of them at once. */
    private void checkSaturation() {
        long need = job.catalog().stream()
                .mapToLong(entry -> entry.task().bounds().min())
                .sum();
        boolean whole = job.wholeOnly() || job.delivery() != Delivery.QUEUED;
        if (job.saturation() < 1 || whole && job.saturation() < need) {
            found.add(
                    Part.of("saturation"),
                    "its tasks need " + need + " peers, but it may hold " + job.saturation() + ", so it never starts",
                    "raise it to " + Math.max(1, need) + " or more, or lower the minimums of the tasks");
        }
    }

    private void checkPercentages() {
        if (job.scheduler() != TaskScheduler.PERCENTAGE || job.catalog().isEmpty()) {
            return;
        }
        long sum = job.catalog().stream()
                .mapToLong(entry -> entry.task().percentage().millionths())
                .sum();
        if (sum > Percentage.HUNDRED.millionths()) {
            found.add(Part.of("catalog"), "the percentages of the tasks sum up to more than 100", "lower some of them");
        } else if (sum == 0) {
            found.add(
                    Part.of("taskScheduler"),
                    "peers are shared out by percentages, but no task has one",
                    "give the tasks percentages, or choose another scheduler");
        }
    }
}
