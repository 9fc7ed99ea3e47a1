package io.sardonyx.testkit.simulate;

import io.sardonyx.command.KillJob;
import io.sardonyx.command.SubmitJob;
import io.sardonyx.job.Bounds;
import io.sardonyx.job.Delivery;
import io.sardonyx.job.Percentage;
import io.sardonyx.job.Task;
import io.sardonyx.job.TaskScheduler;
import io.sardonyx.job.outline.Cause;
import io.sardonyx.job.outline.Outline;
import io.sardonyx.value.GroupId;
import io.sardonyx.value.JobId;
import io.sardonyx.value.TaskName;
import java.util.ArrayList;
import java.util.List;

/** Job events for simulations without an engine: jobs are submitted and scheduled in the log, but no task runs. */
final class LogOnlyJobs implements FaultInjector.Trade {

    private static final int MOST_TASKS = 4;

    private final World world;
    private final List<Submission> submissions = new ArrayList<>();

    /** A job that a group submitted in one of its incarnations. */
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
                "",
                0);
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

    /**
     * Checks durability of submissions: a job that a group accepted is in the log as long as that incarnation lives.
     */
    void checkSubmissions() {
        for (Submission submission : submissions) {
            boolean same = submission.machine.isAlive()
                    && submission.machine.group.id().equals(submission.author);
            if (same && !world.chronicle.state().jobs().knows(submission.job)) {
                throw new AssertionError(submission.job + " was taken on by " + submission.author + " and is lost");
            }
        }
    }

    /** Does nothing, since no operator resets the document. */
    @Override
    public void damage(StormEvent strike) {}
}
