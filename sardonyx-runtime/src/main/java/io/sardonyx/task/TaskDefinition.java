package io.sardonyx.task;

import io.sardonyx.assignment.Assignment;
import io.sardonyx.job.CatalogEntry;
import io.sardonyx.job.Job;
import io.sardonyx.value.TaskName;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;

/** What a peer is to do: a task of a job. */
public record TaskDefinition(Job job, Assignment self, CatalogEntry entry) {

    public TaskDefinition(Job job, Assignment self) {
        this(job, self, job.entry(self.task()));
    }

    /** Its place among the tasks of its job: those that feed it come before. */
    int index() {
        return job.catalog().indexOf(entry);
    }

    /** All tasks of its job, by their indexes. */
    List<TaskName> tasks() {
        return job.catalog().stream().map(CatalogEntry::name).toList();
    }

    /** The shortest time within which an input of the job wants to hear of its roots. */
    Duration shortestPending() {
        return job.catalog().stream()
                .filter(each -> each.task().input())
                .map(each -> each.tuning().pendingTimeout())
                .min(Comparator.naturalOrder())
                .orElse(entry.tuning().pendingTimeout());
    }
}
