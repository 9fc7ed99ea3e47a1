package io.sardonyx.coordinator;

import io.sardonyx.value.JobId;
import io.sardonyx.value.TaskName;

/**
 * Fenced reference to a task, as offered to a peer.
 *
 * <p>A peer is offered the same post at most once, so a late message of the peer or a timer about it cannot be mistaken
 * for one about a later offer of the same task. Attempts count lost workers and not log positions: that suffices, and
 * stays within the number of peers, which keeps the reachable rosters finite.
 *
 * @param attempt how many working peers the task had lost when the offer was made
 */
public record Post(JobId job, TaskName task, int attempt) {

    public boolean isSameTask(Post other) {
        return job.equals(other.job) && task.equals(other.task);
    }

    @Override
    public String toString() {
        return job + "/" + task + "#" + attempt;
    }
}
