package io.sardonyx.value;

import org.jspecify.annotations.Nullable;

/**
 * Assignment of a peer to a slot of a job's task.
 *
 * @param slot which of the task's places it has, from 0 on; an output names its files by it
 */
public record Assignment(PeerId peer, JobId job, TaskName task, int slot) {

    public boolean isSameTaskAs(Assignment other) {
        return job.equals(other.job) && task.equals(other.task);
    }

    /** Written out, as linking what a record has by itself takes milliseconds of every start. */
    @Override
    public boolean equals(@Nullable Object other) {
        return this == other
                || other instanceof Assignment that
                        && peer.equals(that.peer)
                        && job.equals(that.job)
                        && task.equals(that.task)
                        && slot == that.slot;
    }

    @Override
    public int hashCode() {
        return 31 * (31 * (31 * peer.hashCode() + job.hashCode()) + task.hashCode()) + slot;
    }
}
