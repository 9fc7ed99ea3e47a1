package io.sardonyx.job.check;

import io.sardonyx.job.CatalogEntry;
import io.sardonyx.job.Delivery;
import io.sardonyx.job.Fault;
import io.sardonyx.job.Job;
import io.sardonyx.job.Part;
import java.util.ArrayList;
import java.util.List;

/**
 * What a job cannot ask of nodes, which run a whole copy of its graph for each partition of its input and exchange no
 * segments. Told when a job is submitted to nodes, before anything is stored.
 */
public final class NodeLimits {

    private static final String ELSEWHERE = "run it in a cluster of peers instead";

    private NodeLimits() {}

    /** Everything that nodes would have to ignore; none for a job that they can run. */
    public static List<Fault> faults(Job job) {
        var faults = new ArrayList<Fault>();
        List<CatalogEntry> inputs =
                job.catalog().stream().filter(entry -> entry.task().input()).toList();
        if (inputs.size() != 1) {
            faults.add(new Fault(
                    Part.of("workflow"),
                    "has " + inputs.size() + " inputs, but nodes share the partitions of exactly one",
                    inputs.isEmpty() ? "give it an input" : "make a job of each, or " + ELSEWHERE));
        }
        if (job.delivery() == Delivery.QUEUED) {
            faults.add(new Fault(
                    Part.of("delivery"),
                    "is queued, but nodes have no broker: segments stay within a process",
                    "leave it out, or " + ELSEWHERE));
        }
        if (job.checkpoint() != null) {
            faults.add(new Fault(
                    Part.of("checkpoint"),
                    "is made by peers; nodes have a lease and a position for each partition",
                    "leave it out, or " + ELSEWHERE));
        }
        job.catalog().forEach(entry -> faults.addAll(faults(entry)));
        return faults;
    }

    private static List<Fault> faults(CatalogEntry entry) {
        var faults = new ArrayList<Fault>();
        Part part = Part.task(entry.name());
        if (!entry.grouping().isNone()) {
            faults.add(new Fault(
                    part.at("groupBy"),
                    "wants segments with the same key to meet, but those of two partitions are read by two nodes",
                    ELSEWHERE));
        }
        if (entry.task().bounds().min() > 1) {
            faults.add(new Fault(
                    part.at("min"),
                    "of " + entry.task().bounds().min() + " is not kept: each copy of the job has one of each task",
                    "leave it out; node start --workers says how many copies run in a process"));
        }
        if (!entry.task().tags().isEmpty()) {
            faults.add(new Fault(part.at("tags"), "are not known to nodes, which are all equal", ELSEWHERE));
        }
        return faults;
    }
}
