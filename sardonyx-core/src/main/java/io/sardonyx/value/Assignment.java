package io.sardonyx.value;

/**
 * Assignment of a peer to a slot of a job's task.
 *
 * @param slot which of the task's places it has, from 0 on; an output names its files by it
 */
public record Assignment(PeerId peer, JobId job, TaskName task, int slot) {

    public boolean isSameTaskAs(Assignment other) {
        return job.equals(other.job) && task.equals(other.task);
    }
}
