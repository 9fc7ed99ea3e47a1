package io.sardonyx.claim;

import io.sardonyx.assignment.Routes;
import io.sardonyx.assignment.Routes.Receiver;
import io.sardonyx.content.Checkpoint;
import io.sardonyx.content.PartitionCodec;
import io.sardonyx.engine.JobCheck;
import io.sardonyx.job.CatalogEntry;
import io.sardonyx.job.Fault;
import io.sardonyx.job.Job;
import io.sardonyx.lease.PartitionDocument;
import io.sardonyx.partition.PartitionWork;
import io.sardonyx.plugin.Lifecycle.StopReason;
import io.sardonyx.port.Documents;
import io.sardonyx.report.TaskStats;
import io.sardonyx.report.Waiting;
import io.sardonyx.secret.resolve.ResolvedJob;
import io.sardonyx.task.ProcessResources;
import io.sardonyx.task.TaskDefinition;
import io.sardonyx.task.TaskEvents;
import io.sardonyx.task.TaskLoop;
import io.sardonyx.task.input.ClaimedProgress;
import io.sardonyx.task.input.TaskOrders;
import io.sardonyx.task.input.TaskStores;
import io.sardonyx.value.Assignment;
import io.sardonyx.value.PeerId;
import io.sardonyx.value.TaskName;
import io.sardonyx.value.table.SortedTable;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A whole copy of a job's graph in this process, one task loop for each task, that reads one claimed partition; or,
 * when all partitions are done, none, and publishes the outputs; or publishes only what the former holder of a
 * partition has left, by opening the outputs in its place.
 *
 * <p>The node starts and stops it; what its loops report may be asked for by any thread.
 */
final class JobCopy implements PartitionWork, TaskEvents {

    private final Job job;
    private final String name;
    private final Runnable nudge;
    private final List<TaskLoop> loops = new ArrayList<>();
    private final Set<TaskName> sealed = ConcurrentHashMap.newKeySet();
    private final TaskOrders orders;
    /* Null for a copy that publishes the outputs. */
    private final @Nullable ClaimedProgress progress;
    /* Whether it reads its partition, rather than only publish what its former holder has left. */
    private final boolean reads;
    private volatile boolean exhausted;
    private volatile @Nullable String failure;

    private JobCopy(
            Job job, String name, long fence, @Nullable ClaimedProgress progress, boolean reads, Runnable nudge) {
        this.job = job;
        this.name = name;
        this.progress = progress;
        this.reads = reads;
        this.nudge = nudge;
        var receivers = new TreeMap<TaskName, List<Receiver>>();
        for (CatalogEntry entry : job.catalog()) {
            receivers.put(entry.name(), List.of(new Receiver(0, peer(entry), null)));
        }
        this.orders = new TaskOrders(new Routes(fence, SortedTable.of(receivers)), reads, progress == null);
    }

    /**
     * Starts a copy for a partition that this node has claimed.
     *
     * @param name unique among all copies that there ever were
     * @param nudge called by any thread when something has changed
     */
    static JobCopy started(
            Job job, String name, Grant grant, ProcessResources resources, Documents documents, Runnable nudge) {
        return started(new Copied(job, name, true), grant, resources, documents, nudge);
    }

    /** Starts a copy that reads nothing, and is done when it has published what the former holder has left. */
    static JobCopy publishing(
            Job job, String name, Grant grant, ProcessResources resources, Documents documents, Runnable nudge) {
        return started(new Copied(job, name, false), grant, resources, documents, nudge);
    }

    /** What is copied, under which name, and whether it is to read. */
    private record Copied(Job job, String name, boolean reads) {}

    private static JobCopy started(
            Copied of, Grant grant, ProcessResources resources, Documents documents, Runnable nudge) {
        PartitionDocument document = grant.document();
        String partition = ClaimDocuments.partitionOf(document);
        ClaimedProgress progress = ClaimDocuments.isSeal(document)
                ? null
                : new ClaimedProgress(partition, PartitionCodec.checkpoint(document), grant.mayAct(), nudge);
        var copy = new JobCopy(of.job, of.name, grant.fence(), progress, of.reads, nudge);
        copy.start(new TaskDefinition.Claim("p-" + partition, progress, grant.mayAct()), resources, documents);
        return copy;
    }

    /* By number: the name of a task may be as long as an id at most. */
    private PeerId peer(CatalogEntry entry) {
        return PeerId.of(name + "-" + job.catalog().indexOf(entry));
    }

    /** Starts the loops; a job that cannot run in this process has failed at once. */
    private void start(TaskDefinition.Claim claim, ProcessResources processResources, Documents documents) {
        for (CatalogEntry entry : job.catalog()) {
            var own = new ResolvedJob(job, entry.name(), processResources.secrets());
            List<Fault> faults = JobCheck.faults(own, processResources);
            if (!faults.isEmpty()) {
                failure = faults.stream().map(Fault::toString).collect(Collectors.joining("; "));
                return;
            }
            var self = new Assignment(peer(entry), job.id(), entry.name(), 0);
            loops.add(new TaskLoop(
                    new TaskDefinition(own.job(), self, claim),
                    processResources,
                    TaskStores.of(documents),
                    orders,
                    this));
        }
        loops.forEach(processResources.executor()::add);
    }

    /** Stops reading, so that it becomes quiet. */
    @Override
    public void drain() {
        var last = new TaskOrders(orders.routes(), false, orders.sealing(), orders.format());
        loops.forEach(loop -> loop.follow(last));
    }

    /** Whether all that was read is done. */
    @Override
    public boolean isQuiet() {
        return loops.stream().allMatch(TaskLoop::isQuiet);
    }

    @Override
    public void stop(StopReason reason) {
        loops.forEach(loop -> loop.stop(reason));
    }

    /** Whether every loop has ended and closed what it held. */
    @Override
    public boolean isClosed() {
        return loops.stream().allMatch(TaskLoop::isClosed);
    }

    /**
     * Whether the partition was read to its end, and all that grew from it is settled; or every output is published, or
     * was opened.
     */
    @Override
    public boolean isDone() {
        if (!reads) {
            return isQuiet() && waiting().isEmpty() && failure == null;
        }
        return progress == null ? isSealed() : exhausted;
    }

    private boolean isSealed() {
        return job.catalog().stream()
                .filter(entry -> entry.task().output())
                .allMatch(entry -> sealed.contains(entry.name()));
    }

    @Override
    public @Nullable String failure() {
        return failure;
    }

    @Override
    public Checkpoint settled() {
        return progress == null ? Checkpoint.BEGINNING : progress.done();
    }

    @Override
    public boolean isWaiting() {
        return progress != null && progress.isWaiting();
    }

    @Override
    public void written(Checkpoint checkpoint) {
        if (progress != null) {
            progress.written(checkpoint);
        }
    }

    @Override
    public String waiting() {
        for (TaskLoop loop : loops) {
            TaskStats stats = loop.stats();
            Waiting something = stats.waiting();
            if (something != null) {
                return "task " + stats.self().task() + ": " + something.reason();
            }
        }
        return "";
    }

    @Override
    public void exhausted(Assignment task, SortedMap<TaskName, Long> skipped) {
        exhausted = true;
        nudge.run();
    }

    @Override
    public void sealed(Assignment task) {
        sealed.add(task.task());
        nudge.run();
    }

    @Override
    public void drained(Assignment task) {
        throw new IllegalStateException("a claimed partition has no queues");
    }

    @Override
    public void passedOn(Assignment task, long skipped) {
        throw new IllegalStateException("a claimed partition has no queues");
    }

    @Override
    public void failed(Assignment task, String reason, long fence) {
        failure = reason;
        nudge.run();
    }

    @Override
    public void gaveUp(Assignment task) {
        failed(task, "task " + task.task() + " was restarted too often", 0);
    }

    @Override
    public void failedAtEnd(Assignment task, String why) {
        // The task has told it in the log; the partition is done all the same.
    }

    @Override
    public void did(TaskStats stats) {
        // Counted while the loops run.
    }

    @Override
    public void ended() {
        nudge.run();
    }
}
