package io.sardonyx.coordinator;

import io.sardonyx.value.JobId;
import io.sardonyx.value.TaskName;

/**
 * A task as it was offered to a peer.
 *
 * <p>A peer is offered the same post at most once, so whatever the peer or a timer says about it later cannot be taken
 * for news about a later offer of the same task. Counting lost workers instead of log positions does that and stays
 * within the number of peers, which keeps the reachable rosters finite.
 *
 * @param attempt how many peers the task had lost at work when the offer was made
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
