package io.sardonyx.testkit.simulate;

import io.sardonyx.command.KillJob;
import io.sardonyx.command.SubmitJob;
import io.sardonyx.command.VolunteerForTask;
import io.sardonyx.follow.SharedFold;
import io.sardonyx.group.GroupSettings;
import io.sardonyx.job.Allocation;
import io.sardonyx.job.Bounds;
import io.sardonyx.job.Delivery;
import io.sardonyx.job.JobScheduler;
import io.sardonyx.job.Percentage;
import io.sardonyx.job.Task;
import io.sardonyx.job.TaskScheduler;
import io.sardonyx.job.outline.Cause;
import io.sardonyx.job.outline.Outline;
import io.sardonyx.log.Entry;
import io.sardonyx.replica.ClusterParameters;
import io.sardonyx.replica.Replica;
import io.sardonyx.replica.Volunteers;
import io.sardonyx.testkit.simulate.oracle.ReplicaOracle;
import io.sardonyx.testkit.simulate.store.SimulatedSession;
import io.sardonyx.value.JobId;
import io.sardonyx.value.PeerId;
import io.sardonyx.value.TaskName;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Simulation of allocation <em>volunteered</em>: jobs come and go in a large cluster, and groups crash, without a flood
 * of volunteers and without a job that waits for peers it should have.
 */
public final class AllocationSimulation {

    /** Within this time after the last change every job has its share, in virtual nanoseconds. */
    private static final long REST = 10 * World.SECOND;
    /** Timeout for joining and for a death to be noticed, in virtual nanoseconds. */
    private static final long PATIENCE = 600 * World.SECOND;
    /** Virtual time between two looks. */
    private static final long LOOK_AGAIN = 20 * World.MILLI;
    /** Most virtual time between two changes of an episode. */
    private static final long BETWEEN_CHANGES = 2 * World.SECOND;

    private static final int PROOF_EVERY = 50;
    private static final int REMEMBERED = 2_000;
    private static final int CHANGES = 12;
    private static final int MOST_TASKS = 4;
    private static final int MOST_JOBS = 12;

    private final World world;
    private final int peersEach;
    private final List<JobId> live = new ArrayList<>();
    private int submitted;
    private int entries;
    private int places;
    private double slowest;
    private @Nullable PeerId volunteer;
    private @Nullable Object before;

    private AllocationSimulation(int groups, int peersEach, JobScheduler scheduler, long seed) {
        var fold = new SharedFold(REMEMBERED);
        var cluster = new ClusterParameters("simulated", Allocation.VOLUNTEERED, scheduler, 10_000);
        var make = new World.Make(
                GroupSettings.of(cluster, peersEach), () -> fold, UnaryOperator.identity(), false, MachineEngine.NONE);
        this.peersEach = peersEach;
        this.world = new World(new Storm(seed, groups, List.of(), Set.of()), make, PROOF_EVERY, new Counting());
    }

    /**
     * Result of a run.
     *
     * @param entries by which peers volunteered
     * @param places given by them
     * @param seconds longest virtual time from the last change of an episode until every job had its share
     */
    public record Outcome(int groups, int entries, int places, double seconds) {

        public double entriesPerPlace() {
            return (double) entries / places;
        }

        @Override
        public String toString() {
            return String.format(
                    Locale.ROOT,
                    "%d groups: %d volunteerings for %d places, %.2f each; shares reached within %.2f s",
                    groups,
                    entries,
                    places,
                    entriesPerPlace(),
                    seconds);
        }
    }

    /**
     * Runs some episodes, in each of which jobs come and go and a group may crash, until all is at rest.
     *
     * @throws AssertionError when a job has not got its share in time
     */
    public static Outcome run(int groups, int peersEach, JobScheduler scheduler, int episodes, long seed) {
        var simulation = new AllocationSimulation(groups, peersEach, scheduler, seed);
        simulation.join(groups);
        for (int i = 0; i < episodes; i++) {
            simulation.episode(i % 3 == 2);
        }
        simulation.world.chronicle.prove();
        return new Outcome(groups, simulation.entries, simulation.places, simulation.slowest);
    }

    private void join(int groups) {
        for (int i = 0; i < groups; i++) {
            world.start(0);
        }
        pass(PATIENCE, "all have joined", () -> world.hasConverged() && hasPeers(groups));
    }

    private boolean hasPeers(int groups) {
        return world.chronicle.state().peers().present().size() == groups * peersEach;
    }

    private void episode(boolean withCrash) {
        for (int i = 0; i < CHANGES; i++) {
            world.passUntil(world.time.nowNanos() + world.random.nextLong(BETWEEN_CHANGES));
            List<JobId> known = live.stream()
                    .filter(world.chronicle.state().jobs().live()::has)
                    .toList();
            if (known.size() < 2 || live.size() < MOST_JOBS && world.random.nextBoolean()) {
                submit();
            } else {
                kill(known.get(world.random.nextInt(known.size())));
            }
        }
        if (withCrash) {
            crash();
        }
        long changed = world.time.nowNanos();
        pass(REST, "every job has its share", this::isAtRest);
        slowest = Math.max(slowest, (world.time.nowNanos() - changed) / 1e9);
    }

    private void submit() {
        var tasks = new ArrayList<Task>();
        int count = 1 + world.random.nextInt(MOST_TASKS);
        boolean bounded = world.random.nextBoolean();
        for (int t = 0; t < count; t++) {
            Task task = Task.named(TaskName.of("task-" + t));
            tasks.add(task.with(new Bounds(1, bounded ? 1 + world.random.nextInt(MOST_TASKS) : Bounds.UNBOUNDED)));
        }
        long most = tasks.stream().mapToLong(task -> task.bounds().max()).sum();
        boolean direct = world.random.nextBoolean();
        var job = new Outline(
                JobId.of("job-" + submitted++),
                tasks,
                TaskScheduler.BALANCED,
                new Percentage(world.random.nextInt(1, 30) * 1_000_000L),
                (int) Math.min(most, Bounds.UNBOUNDED),
                direct ? Delivery.DIRECT : Delivery.QUEUED,
                direct,
                "",
                0);
        any().group.append(new SubmitJob(job));
        live.add(job.id());
    }

    private void kill(JobId job) {
        live.remove(job);
        any().group.append(new KillJob(job, new Cause("simulated", null, null)));
    }

    private Machine any() {
        List<Machine> living = world.living();
        return living.get(world.random.nextInt(living.size()));
    }

    /** Crashes a machine and waits until its death is in the log and another one has taken its place. */
    private void crash() {
        pass(REST, "every job has its share", this::isAtRest);
        int peers = world.chronicle.state().peers().present().size();
        Machine victim = any();
        var group = victim.group.id();
        SimulatedSession session = victim.connection.session();
        world.bury(victim);
        world.store.leases().expire(session);
        world.start(0);
        pass(PATIENCE, "a death is noticed", () -> {
            Replica now = world.chronicle.state();
            return now.ring().hasLeft(group) && now.peers().present().size() == peers;
        });
    }

    /** Whether the changes are applied, nobody would get another place, and no job has less than its share. */
    private boolean isAtRest() {
        Replica now = world.chronicle.state();
        int[] shares = now.volunteering().shares();
        for (int j = 0; j < shares.length; j++) {
            if (now.jobs().demands().get(j).size() < shares[j]) {
                return false;
            }
        }
        return now.jobs().live().size() == live.size()
                && live.stream().allMatch(now.jobs().live()::has)
                && Volunteers.of(now).elected().isEmpty();
    }

    private interface Condition {
        boolean holds();
    }

    private void pass(long atMost, String what, Condition condition) {
        long until = world.time.nowNanos() + atMost;
        while (!condition.holds()) {
            if (world.time.nowNanos() > until) {
                throw new AssertionError("not within " + atMost / World.SECOND + " s: " + what + "; "
                        + world.chronicle.state().volunteering());
            }
            world.passUntil(world.time.nowNanos() + LOOK_AGAIN);
        }
    }

    /** Counts volunteerings, and those that changed the task of their peer. */
    private final class Counting implements ReplicaOracle.Reader {

        @Override
        public void read(Entry<Replica> entry) {
            volunteer = entry.step() instanceof VolunteerForTask step ? step.id() : null;
            before = assignment(world.chronicle.state());
            entries += volunteer == null ? 0 : 1;
        }

        @Override
        public void took(Replica state) {
            places += volunteer != null && !Objects.equals(before, assignment(state)) ? 1 : 0;
        }

        private @Nullable Object assignment(Replica state) {
            var peer = volunteer == null ? null : state.peers().present().get(volunteer);
            return peer == null ? null : peer.assignment();
        }
    }
}
