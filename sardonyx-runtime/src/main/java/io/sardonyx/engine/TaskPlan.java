package io.sardonyx.engine;

import io.sardonyx.job.Assignment;
import io.sardonyx.job.CatalogEntry;
import io.sardonyx.job.Job;

/** What a peer is to do: a task of a job. */
record TaskPlan(Job job, Assignment self, CatalogEntry entry) {

    TaskPlan(Job job, Assignment self) {
        this(job, self, job.entry(self.task()));
    }
}
