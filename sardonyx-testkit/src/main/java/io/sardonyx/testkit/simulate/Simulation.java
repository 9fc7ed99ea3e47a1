package io.sardonyx.testkit.simulate;

import io.sardonyx.command.KillJob;
import io.sardonyx.command.SubmitJob;
import io.sardonyx.group.Settings;
import io.sardonyx.job.Allocation;
import io.sardonyx.job.Bounds;
import io.sardonyx.job.Cause;
import io.sardonyx.job.Delivery;
import io.sardonyx.job.Job;
import io.sardonyx.job.JobScheduler;
import io.sardonyx.job.Percentage;
import io.sardonyx.job.Tags;
import io.sardonyx.job.Task;
import io.sardonyx.job.TaskScheduler;
import io.sardonyx.port.Store;
import io.sardonyx.replica.Cluster;
import io.sardonyx.replica.Invariants;
import io.sardonyx.replica.Replica;
import io.sardonyx.value.GroupId;
import io.sardonyx.value.JobId;
import io.sardonyx.value.TaskName;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;

/**
 * One run from one seed: a storm of faults with safety checked at every turn, then calm in which the cluster must
 * converge.
 */
public final class Simulation {

    private static final long MILLI = 1_000_000;
    private static final long SECOND = 1_000 * MILLI;
    private static final long SESSION = 4 * SECOND;
    private static final long STORM = 45 * SECOND;
    private static final long CALM = 600 * SECOND;
    private static final int REMEMBERED_POSITIONS = 4_000;

    private final long seed;
    private final RandomGenerator random;
    private final VirtualTime time = new VirtualTime();
    private final SimulatedStore store = new SimulatedStore();
    private final Weather weather;
    private final UnaryOperator<Store> tinker;
    private final List<Machine> machines = new ArrayList<>();
    private final List<Submission> submissions = new ArrayList<>();
    private final Map<Long, Replica> seen = new HashMap<>();
    private final int size;
    private long turns;
    private int started;
    private int jobs;

    private record Submission(Machine machine, GroupId author, JobId job) {}

    /** What a run did; {@code turns} of all groups together. */
    public record Outcome(long seed, long turns, long entries, Map<FaultKind, Integer> faults) {}

    private Simulation(long seed, int size, UnaryOperator<Store> tinker) {
        this.seed = seed;
        this.size = size;
        this.tinker = tinker;
        this.random = RandomGeneratorFactory.of("L64X128MixRandom").create(seed);
        this.weather = new Weather(random);
    }

    /** Runs a seed; throws an {@link AssertionError} that names it when a promise is broken. */
    public static Outcome run(long seed, int groups) {
        return run(seed, groups, UnaryOperator.identity());
    }

    /** As {@link #run(long, int)}, with something between each group and its store, such as a planted bug. */
    public static Outcome run(long seed, int groups, UnaryOperator<Store> tinker) {
        return new Simulation(seed, groups, tinker).run();
    }

    private Outcome run() {
        for (int i = 0; i < size; i++) {
            start(random.nextLong(2 * SECOND));
        }
        time.after(SECOND, this::strike);
        boolean goesOn = true;
        while (goesOn && time.nowNanos() < STORM) {
            goesOn = time.step();
        }
        weather.clearUp();
        store.setDown(false);
        while (!hasConverged()) {
            if (time.nowNanos() > STORM + CALM || !time.step()) {
                throw failure("did not converge: " + describe());
            }
        }
        checkSubmissions();
        return new Outcome(seed, turns, store.last() + 1, weather.counts());
    }

    private AssertionError failure(String what) {
        return new AssertionError(
                "seed " + seed + " with " + size + " groups, at " + time.nowNanos() / MILLI + " ms: " + what);
    }

    private void start(long delayNanos) {
        time.after(delayNanos, () -> {
            var cluster = new Cluster("simulated", Allocation.PLANNED, JobScheduler.BALANCED, 100);
            var settings =
                    new Settings(cluster, 2, null, Tags.NONE, Duration.ofSeconds(5), Duration.ofMillis(500), 100);
            var connection = new Connection(store, weather, time);
            var machine = new Machine("machine-" + started++, connection, tinker, settings, random);
            machines.add(machine);
            turn(machine);
        });
    }

    private void turn(Machine machine) {
        if (!machine.isAlive()) {
            return;
        }
        if (!machine.isPaused(time.nowNanos())) {
            turns++;
            machine.turn(time.nowNanos());
            check(machine);
        }
        time.after(random.nextLong(MILLI, 30 * MILLI), () -> turn(machine));
    }

    private void check(Machine machine) {
        Replica replica = machine.group.replica();
        long position = machine.group.position();
        Replica known = seen.putIfAbsent(position, replica);
        if (known == null) {
            List<String> violated = Invariants.violated(replica);
            if (!violated.isEmpty()) {
                throw failure("after entry " + position + " " + violated);
            }
            seen.remove(position - REMEMBERED_POSITIONS);
        } else if (known != replica && !known.equals(replica)) {
            throw failure("two replicas of entry " + position + " differ: " + known + " and " + replica);
        }
    }

    /** One fault or one piece of work, then another, until the storm is over. */
    private void strike() {
        if (time.nowNanos() >= STORM) {
            return;
        }
        time.after(random.nextLong(50 * MILLI, SECOND), this::strike);
        List<Machine> living = machines.stream().filter(Machine::isAlive).toList();
        if (living.isEmpty()) {
            return;
        }
        Machine victim = living.get(random.nextInt(living.size()));
        switch (random.nextInt(8)) {
            case 0 -> kill(victim);
            case 1 -> pause(victim);
            case 2 -> suspend(victim);
            case 3 -> expire(victim);
            case 4 -> outage();
            case 5, 6 -> submit(victim);
            default ->
                victim.group.append(
                        new KillJob(JobId.of("job-" + random.nextInt(jobs + 1)), new Cause("simulated", null, null)));
        }
    }

    private Job job() {
        var tasks = new ArrayList<Task>();
        for (int t = 0; t <= random.nextInt(4); t++) {
            tasks.add(Task.named(TaskName.of("task-" + t)));
        }
        return new Job(
                JobId.of("job-" + jobs++),
                tasks,
                TaskScheduler.BALANCED,
                Percentage.ZERO,
                Bounds.UNBOUNDED,
                Delivery.DIRECT,
                true,
                "");
    }

    private void submit(Machine machine) {
        Job job = job();
        machine.group.append(new SubmitJob(job));
        submissions.add(new Submission(machine, machine.group.id(), job.id()));
    }

    /** What a group took on lives as long as the group does. */
    private void checkSubmissions() {
        for (Submission submission : submissions) {
            boolean same = submission.machine.isAlive()
                    && submission.machine.group.id().equals(submission.author);
            if (same && !submission.machine.group.replica().jobs().knows(submission.job)) {
                throw failure(submission.job + " was taken on by " + submission.author + " and is lost");
            }
        }
    }

    private void kill(Machine victim) {
        weather.count(FaultKind.KILL);
        Session session = victim.connection.session();
        victim.connection.kill();
        time.after(random.nextLong(SESSION), () -> store.expire(session));
        start(random.nextLong(2 * SESSION));
    }

    private void pause(Machine victim) {
        weather.count(FaultKind.PAUSE);
        long length = random.nextLong(100 * MILLI, 2 * SESSION);
        victim.pauseUntil(time.nowNanos() + length);
        if (length > SESSION) {
            end(victim.connection.session(), SESSION, length);
        }
    }

    private void suspend(Machine victim) {
        weather.count(FaultKind.SUSPEND);
        long length = random.nextLong(50 * MILLI, 2 * SESSION);
        Session session = victim.connection.session();
        session.suspend(true);
        time.after(length, () -> session.suspend(false));
        if (length > SESSION) {
            end(session, SESSION, length);
        }
    }

    private void expire(Machine victim) {
        weather.count(FaultKind.EXPIRE_ALIVE);
        end(victim.connection.session(), 0, random.nextLong(2 * SECOND));
    }

    /** The store ends a session; its process learns of it later. */
    private void end(Session session, long delayNanos, long learnsAfterNanos) {
        time.after(delayNanos, () -> store.expire(session));
        time.after(Math.max(delayNanos, learnsAfterNanos), session::learn);
    }

    private void outage() {
        weather.count(FaultKind.OUTAGE);
        store.setDown(true);
        time.after(random.nextLong(50 * MILLI, 3 * SECOND), () -> store.setDown(false));
    }

    /** All who live have a pulse and are settled members of one ring, hold equal replicas, and nobody else is in it. */
    private boolean hasConverged() {
        var living = new TreeSet<GroupId>();
        for (Machine machine : machines) {
            if (machine.isAlive()) {
                boolean pulse = store.isHeld("pulses/" + machine.group.id());
                if (!pulse || !machine.group.isSettled() || machine.isPaused(time.nowNanos())) {
                    return false;
                }
                living.add(machine.group.id());
            }
        }
        long last = store.last();
        return machines.size() >= size
                && machines.stream()
                        .filter(Machine::isAlive)
                        .allMatch(machine -> machine.group.position() == last
                                && machine.group.replica().ring().joining().isEmpty()
                                && List.copyOf(living)
                                        .equals(machine.group
                                                .replica()
                                                .ring()
                                                .members()
                                                .keys()
                                                .inOrder()));
    }

    private String describe() {
        var text = new StringBuilder();
        for (Machine machine : machines) {
            if (machine.isAlive()) {
                text.append('\n').append(machine.name).append(' ').append(machine.group.id());
                text.append(" at ")
                        .append(machine.group.position())
                        .append(' ')
                        .append(machine.group.replica().ring());
            }
        }
        return text.toString();
    }
}
