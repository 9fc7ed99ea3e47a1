package io.sardonyx.task;

import io.sardonyx.job.CatalogEntry;
import io.sardonyx.job.Job;
import io.sardonyx.task.input.ClaimedProgress;
import io.sardonyx.task.input.PartitionClaims;
import io.sardonyx.task.queue.JobQueues;
import io.sardonyx.value.Assignment;
import io.sardonyx.value.TaskName;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Definition of the work of a peer: its assignment, the job and the task's entry in the job's catalog.
 *
 * @param queues of a job whose segments travel through a broker; null if they go from peer to peer
 * @param claim of a whole copy of the job, made for one claimed partition; null for any other task
 * @param claims begins the claims of a reader of an input whose peers claim its partitions; null for any other task
 */
public record TaskDefinition(
        Job job,
        Assignment self,
        CatalogEntry entry,
        @Nullable JobQueues queues,
        @Nullable Claim claim,
        @Nullable Supplier<PartitionClaims> claims) {

    /**
     * A partition that a node has claimed.
     *
     * @param writerId what outputs name their unfinished files by, so that a successor finds them
     * @param progress of the partition; null for a copy that only publishes outputs
     * @param mayAct whether the lease allows effects at this moment, for any thread
     */
    public record Claim(String writerId, @Nullable ClaimedProgress progress, BooleanSupplier mayAct) {}

    public TaskDefinition(Job job, Assignment self) {
        this(job, self, (JobQueues) null);
    }

    public TaskDefinition(Job job, Assignment self, @Nullable JobQueues queues) {
        this(job, self, job.entry(self.task()), queues, null, null);
    }

    public TaskDefinition(Job job, Assignment self, Claim claim) {
        this(job, self, job.entry(self.task()), null, claim, null);
    }

    public TaskDefinition(Job job, Assignment self, Supplier<PartitionClaims> claims) {
        this(job, self, job.entry(self.task()), null, null, claims);
    }

    /** Whether the task may have effects now; not while the lease of a claimed partition is overdue. */
    boolean mayAct() {
        return claim == null || claim.mayAct.getAsBoolean();
    }

    /** Index in the job's catalog, which is a topological order: upstream tasks come first. */
    int index() {
        return job.catalog().indexOf(entry);
    }

    /** Names of all tasks of the job, by their indexes. */
    List<TaskName> tasks() {
        return job.catalog().stream().map(CatalogEntry::name).toList();
    }

    /** Shortest pending timeout of the job's inputs, which heartbeats have to keep to. */
    Duration shortestPending() {
        return job.catalog().stream()
                .filter(each -> each.task().input())
                .map(each -> each.tuning().pendingTimeout())
                .min(Comparator.naturalOrder())
                .orElse(entry.tuning().pendingTimeout());
    }
}
