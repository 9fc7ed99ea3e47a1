package io.sardonyx.job.check;

import io.sardonyx.job.Bounds;
import io.sardonyx.job.Delivery;
import io.sardonyx.job.Fault;
import io.sardonyx.job.Flux;
import io.sardonyx.job.Part;
import io.sardonyx.job.Percentage;
import io.sardonyx.job.Task;
import io.sardonyx.job.TaskScheduler;
import io.sardonyx.job.outline.Outline;
import java.util.ArrayList;
import java.util.List;

/**
 * What a job cannot ask of a coordinator: it offers tasks to whoever is idle, one at a time or to any number, and knows
 * nothing of tags, shares or minimums. Told when a job is submitted to a coordinated cluster, before anything is
 * stored.
 */
public final class CoordinatorLimits {

    private static final String ELSEWHERE = "leave it out, or found the cluster with allocation planned";

    private CoordinatorLimits() {}

    /** Everything that a coordinator would have to ignore; none for a job that it can assign. */
    public static List<Fault> faults(Outline job) {
        var faults = new ArrayList<Fault>();
        if (job.tasks().isEmpty()) {
            faults.add(new Fault(Part.of("workflow"), "has no task that could be offered to a peer", ""));
        }
        if (job.delivery() == Delivery.DIRECT) {
            faults.add(new Fault(
                    Part.of("delivery"),
                    "is direct, but a coordinator offers tasks one by one, and their segments wait in queues",
                    "leave it out, with \"partitions: claimed\" and \"checkpoint\", which ask for it, or say queued, or"
                            + " found the cluster with allocation planned or volunteered"));
        }
        if (job.scheduler() != TaskScheduler.BALANCED) {
            faults.add(ignored(Part.of("taskScheduler"), "is not a coordinator's, which has one order of offers"));
        }
        if (!job.percentage().equals(Percentage.ZERO)) {
            faults.add(ignored(Part.of("percentage"), "is not kept by a coordinator, which shares peers out in turn"));
        }
        if (job.saturation() != Bounds.UNBOUNDED) {
            faults.add(ignored(Part.of("saturation"), "is not kept by a coordinator, which offers all idle peers"));
        }
        if (job.wholeOnly() && job.delivery() != Delivery.DIRECT) {
            faults.add(ignored(
                    Part.of("wholeOnly"), "is not kept by a coordinator, which begins with the first idle peer"));
        }
        job.tasks().forEach(task -> faults.addAll(faults(task)));
        return faults;
    }

    private static List<Fault> faults(Task task) {
        var faults = new ArrayList<Fault>();
        Part part = Part.task(task.name());
        if (task.bounds().min() > 1) {
            faults.add(ignored(
                    part.at("min"), "of " + task.bounds().min() + " is not kept: a coordinator offers one by one"));
        }
        if (task.bounds().max() != 1 && task.bounds().max() != Bounds.UNBOUNDED) {
            faults.add(ignored(
                    part.at("max"),
                    "of " + task.bounds().max()
                            + " is not kept: a coordinator knows tasks of one peer or of any number"));
        }
        if (!task.percentage().equals(Percentage.ZERO)) {
            faults.add(ignored(part.at("percentage"), "is not kept by a coordinator, which knows no shares"));
        }
        if (task.flux() != Flux.CONTINUE) {
            faults.add(ignored(part.at("flux"), "is not kept by a coordinator, which replaces every lost peer"));
        }
        if (!task.tags().isEmpty()) {
            faults.add(ignored(part.at("tags"), "are not known to a coordinator, to which all peers are equal"));
        }
        return faults;
    }

    private static Fault ignored(Part part, String what) {
        return new Fault(part, what, ELSEWHERE);
    }
}
