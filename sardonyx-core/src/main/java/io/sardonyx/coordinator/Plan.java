package io.sardonyx.coordinator;

import io.sardonyx.log.Change;
import io.sardonyx.log.Reaction;
import io.sardonyx.value.GroupId;
import io.sardonyx.value.JobId;
import io.sardonyx.value.TaskName;
import java.util.List;

/**
 * Event: enters a job that was submitted to the cluster.
 *
 * <p>Submitter: the leader, for each live job that the roster does not know. Roster: the job with its tasks, all
 * incomplete, as the latest one; nothing for a known id, a job without tasks, one with two tasks of the same name, or
 * one that was submitted before the last planned one, so that a job which has ended is never planned again, even when
 * the roster has forgotten it. Reactions: a round of offers.
 *
 * @param submitted the position of its {@code submit-job} in the cluster's log
 * @param tasks in topological order
 */
public record Plan(JobId job, long submitted, List<PlannedTask> tasks) implements Event {

    public Plan {
        tasks = List.copyOf(tasks);
    }

    @Override
    public Roster apply(Roster before, long position) {
        boolean isKnown = before.jobs().has(job) || before.finished().has(job);
        boolean distinct = tasks.stream().map(PlannedTask::name).distinct().count() == tasks.size();
        return isKnown || submitted <= before.lastPlanned() || tasks.isEmpty() || !distinct
                ? before
                : before.planning(job, submitted, tasks);
    }

    @Override
    public List<Reaction<Roster>> reactions(Change<Roster> change, GroupId self) {
        return change.happened() ? FollowUps.of(Offers.next(change.after())) : List.of();
    }

    /**
     * Description of a task in a submitted job.
     *
     * @param phase its distance from the inputs; earlier phases are offered first
     */
    public record PlannedTask(TaskName name, int phase, Consumption consumption) {}

    /** Concurrency of a task: how many peers may read its input. */
    public enum Consumption {
        /** One at a time, because the order of segments matters. */
        SEQUENTIAL,
        /** Any number. */
        CONCURRENT
    }
}
