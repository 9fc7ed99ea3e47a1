package io.sardonyx.assignment;

import io.sardonyx.value.JobId;
import io.sardonyx.value.PeerId;
import io.sardonyx.value.TaskName;

/** Who does what: a peer in a slot of a task of a job. */
public record Assignment(PeerId peer, JobId job, TaskName task, int slot) {

    public boolean isSameTaskAs(Assignment other) {
        return job.equals(other.job) && task.equals(other.task);
    }
}
