package io.sardonyx.testkit.simulate;

import static io.sardonyx.testkit.simulate.World.MILLI;
import static io.sardonyx.testkit.simulate.World.SECOND;

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
import java.util.Locale;
import java.util.function.Consumer;

/** What a storm does to a world. */
final class Strikes {

    private static final int MOST_TASKS = 4;
    private static final long SESSION = Session.TIMEOUT_NANOS;

    private final World world;
    private final Consumer<String> story;
    private final List<Submission> submissions = new ArrayList<>();

    /** A job that a group took on in one of its lives. */
    private record Submission(Machine machine, GroupId author, JobId job) {}

    Strikes(World world, Consumer<String> story) {
        this.world = world;
        this.story = story;
    }

    void schedule(Storm storm) {
        storm.strikes().forEach(strike -> world.time.after(strike.atNanos(), () -> happen(strike)));
    }

    private void happen(Strike strike) {
        List<Machine> living =
                world.living().stream().filter(machine -> !machine.isLeaving()).toList();
        if (living.isEmpty()) {
            return;
        }
        Machine victim = living.get(strike.victim() % living.size());
        story.accept(strike.deed().name().toLowerCase(Locale.ROOT).replace('_', '-') + " " + victim.name + " "
                + victim.group.id());
        switch (strike.deed()) {
            case SUBMIT_JOB -> submit(victim, strike);
            case KILL_JOB ->
                victim.group.append(new KillJob(
                        JobId.of("job-" + strike.within(0, submissions.size())), new Cause("simulated", null, null)));
            case LEAVE -> victim.leave();
            case KILL -> kill(victim, strike);
            case PAUSE -> pause(victim, strike);
            case CLOCK_STOP -> stopClock(victim, strike);
            case CLOCK_JUMP -> jump(victim, strike);
            case SUSPEND -> suspend(victim, strike);
            case EXPIRE_ALIVE -> expire(victim, strike);
            case OUTAGE -> outage(strike);
        }
    }

    private void submit(Machine machine, Strike strike) {
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

    private void kill(Machine victim, Strike strike) {
        world.weather.count(FaultKind.KILL);
        Session session = victim.connection.session();
        world.bury(victim);
        world.time.after(
                strike.delayedAtMost(SESSION), () -> world.store.leases().expire(session));
        world.start(strike.within(0, 2 * SESSION));
    }

    private void pause(Machine victim, Strike strike) {
        world.weather.count(FaultKind.PAUSE);
        long length = strike.within(100 * MILLI, 2 * SESSION);
        victim.pauseUntil(world.time.nowNanos() + length);
        endIfLonger(victim.connection.session(), length);
    }

    private void stopClock(Machine victim, Strike strike) {
        world.weather.count(FaultKind.CLOCK_STOP);
        long length = strike.within(100 * MILLI, 2 * SESSION);
        victim.stopUntil(world.time.nowNanos(), world.time.nowNanos() + length);
        endIfLonger(victim.connection.session(), length);
    }

    private void jump(Machine victim, Strike strike) {
        world.weather.count(FaultKind.CLOCK_JUMP);
        victim.leap(strike.within(SECOND, 300 * SECOND));
    }

    private void suspend(Machine victim, Strike strike) {
        world.weather.count(FaultKind.SUSPEND);
        long length = strike.within(50 * MILLI, 2 * SESSION);
        Session session = victim.connection.session();
        session.suspend();
        world.time.after(length, session::resume);
        endIfLonger(session, length);
    }

    private void expire(Machine victim, Strike strike) {
        world.weather.count(FaultKind.EXPIRE_ALIVE);
        end(victim.connection.session(), 0, strike.delayedAtMost(2 * SECOND));
    }

    /** A process that is not heard of for longer than that has no session when it comes back. */
    private void endIfLonger(Session session, long silenceNanos) {
        if (silenceNanos > SESSION) {
            end(session, SESSION, silenceNanos);
        }
    }

    /** The store ends a session; its process learns of it later. */
    private void end(Session session, long delayNanos, long learnsAfterNanos) {
        world.time.after(delayNanos, () -> world.store.leases().expire(session));
        world.time.after(Math.max(delayNanos, learnsAfterNanos), session::learn);
    }

    private void outage(Strike strike) {
        world.weather.count(FaultKind.OUTAGE);
        world.store.fail();
        world.time.after(strike.within(50 * MILLI, 3 * SECOND), world.store::recover);
    }
}
