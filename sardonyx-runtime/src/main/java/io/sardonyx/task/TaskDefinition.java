package io.sardonyx.task;

import io.sardonyx.job.CatalogEntry;
import io.sardonyx.job.Job;
import io.sardonyx.task.queue.JobQueues;
import io.sardonyx.value.Assignment;
import io.sardonyx.value.TaskName;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Definition of the work of a peer: its assignment, the job and the task's entry in the job's catalog.
 *
 * @param queues of a job whose segments travel through a broker; null if they go from peer to peer
 */
public record TaskDefinition(
        Job job,
        Assignment self,
        CatalogEntry entry,
        @Nullable JobQueues queues) {

    public TaskDefinition(Job job, Assignment self) {
        this(job, self, null);
    }

    public TaskDefinition(Job job, Assignment self, @Nullable JobQueues queues) {
        this(job, self, job.entry(self.task()), queues);
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
