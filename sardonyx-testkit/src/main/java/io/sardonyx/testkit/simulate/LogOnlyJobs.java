package io.sardonyx.testkit.simulate;

import io.sardonyx.command.KillJob;
import io.sardonyx.command.SubmitJob;
import io.sardonyx.job.Bounds;
import io.sardonyx.job.Cause;
import io.sardonyx.job.Delivery;
import io.sardonyx.job.Outline;
import io.sardonyx.job.Percentage;
import io.sardonyx.job.Task;
import io.sardonyx.job.TaskScheduler;
import io.sardonyx.value.GroupId;
import io.sardonyx.value.JobId;
import io.sardonyx.value.TaskName;
import java.util.ArrayList;
import java.util.List;

/** Jobs that exist in the history only: places are given for them, but nobody works. */
final class LogOnlyJobs implements FaultInjector.Trade {

    private static final int MOST_TASKS = 4;

    private final World world;
    private final List<Submission> submissions = new ArrayList<>();

    /** A job that a group took on in one of its lives. */
    private record Submission(Machine machine, GroupId author, JobId job) {}

    LogOnlyJobs(World world) {
        this.world = world;
    }

    @Override
    public void submit(Machine machine, StormEvent strike) {
        var tasks = new ArrayList<Task>();
        for (int t = 0; t <= strike.within(0, MOST_TASKS); t++) {
            tasks.add(Task.named(TaskName.of("task-" + t)));
        }
        var job = new Outline(
                JobId.of("job-" + submissions.size()),
                tasks,
                TaskScheduler.BALANCED,
                Percentage.ZERO,
                Bounds.UNBOUNDED,
                Delivery.DIRECT,
                true,
                "");
        machine.group.append(new SubmitJob(job));
        submissions.add(new Submission(machine, machine.group.id(), job.id()));
    }

    @Override
    public void kill(Machine machine, StormEvent strike) {
        machine.group.append(new KillJob(
                JobId.of("job-" + strike.within(0, submissions.size())), new Cause("simulated", null, null)));
    }

    @Override
    public void cut(Machine from, Machine to, long nanos) {}

    /** What a group took on is in the history as long as the group lives. */
    void checkSubmissions() {
        for (Submission submission : submissions) {
            boolean same = submission.machine.isAlive()
                    && submission.machine.group.id().equals(submission.author);
            if (same && !world.chronicle.state().jobs().knows(submission.job)) {
                throw new AssertionError(submission.job + " was taken on by " + submission.author + " and is lost");
            }
        }
    }

    /** Nobody is there who would mend it. */
    @Override
    public void damage(StormEvent strike) {}
}
