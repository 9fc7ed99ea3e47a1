package io.sardonyx.testkit.simulate;

import static io.sardonyx.testkit.simulate.World.SECOND;

import io.sardonyx.entry.ReplicaHash;
import io.sardonyx.entry.ReplicaView;
import io.sardonyx.follow.Follower;
import io.sardonyx.follow.ReplicaFold;
import io.sardonyx.group.GroupSettings;
import io.sardonyx.job.Allocation;
import io.sardonyx.job.JobScheduler;
import io.sardonyx.job.Tags;
import io.sardonyx.log.Change;
import io.sardonyx.log.Entry;
import io.sardonyx.loop.BackOff;
import io.sardonyx.port.Store;
import io.sardonyx.replica.ClusterParameters;
import io.sardonyx.replica.Replica;
import io.sardonyx.testkit.generate.History;
import io.sardonyx.testkit.simulate.store.SimulatedConnection;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/**
 * Deterministic simulation of one seed without jobs: a cluster under injected faults with safety checked at every turn,
 * then without faults until it has converged.
 */
public final class Simulation {

    /** Timeout for convergence after faults have stopped, in virtual nanoseconds. */
    private static final long CALM = 300 * SECOND;
    /** Virtual time between two checks for convergence. */
    private static final long LOOK_AGAIN = 10 * World.MILLI;

    /** Peers of each group. */
    static final int PEERS = 2;

    static final GroupSettings SETTINGS = settings(Allocation.PLANNED, PEERS);

    /** Listener that ignores all log lines. */
    static final Consumer<String> SILENT = line -> {};

    private final Storm storm;
    private final World world;
    private final Consumer<String> story;

    /**
     * Result of a run.
     *
     * @param turns of all groups together
     * @param hash of the replica at the end
     */
    public record Outcome(long seed, long turns, long entries, Map<FaultKind, Integer> faults, String hash) {}

    static GroupSettings settings(Allocation allocation, int peers) {
        return new GroupSettings(
                new ClusterParameters("simulated", allocation, JobScheduler.BALANCED, 100),
                peers,
                null,
                Tags.NONE,
                Duration.ofSeconds(5),
                Duration.ofMillis(500),
                15,
                Duration.ofSeconds(20),
                () -> Instant.EPOCH);
    }

    private Simulation(Storm storm, UnaryOperator<Store> tinker, Consumer<String> story) {
        this.storm = storm;
        this.story = story;
        this.world = new World(
                storm, new World.Make(SETTINGS, ReplicaFold::new, tinker, true, MachineEngine.NONE), 1, this::tell);
    }

    /**
     * Runs a seed.
     *
     * @throws AssertionError with the seed, when an invariant is violated
     */
    public static Outcome run(long seed, int groups) {
        return run(Storm.of(seed, groups), UnaryOperator.identity(), SILENT);
    }

    /** As {@link #run(long, int)}, with a log line for everything that happens. */
    public static Outcome run(long seed, int groups, Consumer<String> story) {
        return run(Storm.of(seed, groups), UnaryOperator.identity(), story);
    }

    /** Runs a schedule of faults, with a decorator between each group and its store, for example a planted bug. */
    static Outcome run(Storm storm, UnaryOperator<Store> tinker, Consumer<String> story) {
        var simulation = new Simulation(storm, tinker, story);
        try {
            return simulation.run();
        } catch (AssertionError | RuntimeException broken) {
            throw new AssertionError(simulation.where() + broken.getMessage(), broken);
        }
    }

    private Outcome run() {
        for (int i = 0; i < storm.groups(); i++) {
            world.start(world.random.nextLong(2 * SECOND));
        }
        var jobs = new LogOnlyJobs(world);
        var strikes = new FaultInjector(world, jobs, this::tell);
        strikes.schedule(storm);
        world.passUntil(Storm.nanos());
        while (world.turns() < FaultCoverage.FEWEST_TURNS) {
            world.passUntil(world.time.nowNanos() + SECOND);
        }
        world.faults.stop();
        tell("faults have stopped");
        converge();
        jobs.checkSubmissions();
        String hash = checkOrigin();
        return new Outcome(storm.seed(), world.turns(), world.chronicle.position() + 1, world.faults.counts(), hash);
    }

    private void converge() {
        long latest = world.time.nowNanos() + CALM;
        while (!world.hasConverged()) {
            if (world.time.nowNanos() > latest) {
                throw new AssertionError("did not converge: " + world.describe());
            }
            world.passUntil(world.time.nowNanos() + LOOK_AGAIN);
        }
        tell("all have converged");
    }

    /**
     * Checks snapshots: a follower that starts now, from the origin, ends with the same replica as a fold of the whole
     * log.
     */
    private String checkOrigin() {
        var connection = new SimulatedConnection(world.store, world.faults, world.time);
        var backOff = new BackOff(Duration.ofMillis(100), Duration.ofSeconds(1), world.random);
        var log = connection.log(io.sardonyx.follow.LogScanner.LOG);
        long latest = world.time.nowNanos() + CALM;
        try (var late = new Follower<>(log, new ReplicaFold(), new Silent(), backOff, SECOND)) {
            while (!late.isAtEnd() || late.position() != world.chronicle.position()) {
                if (world.time.nowNanos() > latest) {
                    throw new AssertionError("a late follower never reads all");
                }
                late.turn(world.time.nowNanos());
                world.time.step();
            }
            String hash = ReplicaHash.of(new ReplicaView(late.state(), late.position()));
            String whole = ReplicaHash.of(new ReplicaView(world.chronicle.state(), world.chronicle.position()));
            if (!hash.equals(whole)) {
                throw new AssertionError("origin and tail lead to another replica than the whole history does");
            }
            return hash;
        }
    }

    private String where() {
        return String.format(
                Locale.ROOT,
                "seed %d with %d groups, at %.3f s: ",
                storm.seed(),
                storm.groups(),
                world.time.nowNanos() / 1e9);
    }

    private void tell(StormEvent.Deed deed, Machine victim) {
        tell(deed.word() + " " + victim.name + " " + victim.group.id());
    }

    private void tell(String what) {
        if (story != SILENT) {
            story.accept(String.format(Locale.ROOT, "%9.3f s  %s", world.time.nowNanos() / 1e9, what));
        }
    }

    private void tell(Entry<Replica> entry) {
        if (story != SILENT) {
            tell("entry" + new History(List.of(entry)));
        }
    }

    /** Reader that ignores all entries. */
    private static final class Silent implements Follower.Reader<Replica> {

        @Override
        public void read(Entry<Replica> entry, Change<Replica> change) {}

        @Override
        public void restarted(Replica state, long position) {}
    }
}
