package io.sardonyx.testkit.simulate;

import io.sardonyx.group.Settings;
import io.sardonyx.job.Allocation;
import io.sardonyx.job.Call;
import io.sardonyx.job.CatalogEntry;
import io.sardonyx.job.Job;
import io.sardonyx.job.JobScheduler;
import io.sardonyx.job.Tuning;
import io.sardonyx.log.Entry;
import io.sardonyx.replica.Cluster;
import io.sardonyx.replica.Ending;
import io.sardonyx.replica.Replica;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import org.jspecify.annotations.Nullable;

/**
 * One life of a user's job on a simulated cluster: the production engine on all its processes, virtual time, and faults
 * from one seed. The same seed is the same run, as long as the job's functions depend on nothing but their arguments.
 *
 * <p>To make much of little input, batches are small, inputs trickle, and open roots expire within seconds.
 */
public final class SimulatedRun {

    private static final int MOST_PARTITIONS = 4;
    private static final int LARGEST_BATCH = 8;
    private static final double OFTEN_DRY = 0.6;
    private static final Duration LONGEST_PENDING = Duration.ofSeconds(5);
    private static final long CALM = 600 * World.SECOND;
    private static final Works.Tools TOOLS = Works.Tools.onClassPath();

    private final long seed;
    private final SimulatedRuns cluster;
    private final RandomGenerator random;
    private final Works works;
    private final World world;
    private @Nullable Job playing;
    private @Nullable Ending killed;
    private boolean completed;

    SimulatedRun(long seed, SimulatedRuns cluster, Tinkering tinkering) {
        this.seed = seed;
        this.cluster = cluster;
        this.random = RandomGeneratorFactory.of("L64X128MixRandom").create(~seed);
        var identity = new Cluster("simulated", Allocation.PLANNED, JobScheduler.BALANCED, 100);
        this.works = new Works(
                Storm.overJob(seed, cluster.groups(), cluster.faults()),
                Settings.of(identity, cluster.peers()),
                TOOLS,
                tinkering,
                new Oversight());
        this.world = works.world;
        works.stock.trickle(OFTEN_DRY);
    }

    public long seed() {
        return seed;
    }

    /** An input for a job that gives these segments, in a few partitions; it goes on where it was after every crash. */
    public Call input(String name, List<?> segments) {
        var partitions = new ArrayList<List<Object>>();
        int count = 1 + random.nextInt(MOST_PARTITIONS);
        for (int i = 0; i < count; i++) {
            partitions.add(
                    List.copyOf(segments.subList(segments.size() * i / count, segments.size() * (i + 1) / count)));
        }
        works.stock.put(name, partitions);
        return Stock.input(name);
    }

    /** An output for a job; what it has not settled when its process dies is lost. */
    public Call output(String name) {
        return Stock.output(name);
    }

    /** Provides something to functions under a name, on all processes; no crash of those takes it away. */
    public SimulatedRun provide(String name, Object resource) {
        works.provide(name, resource);
        return this;
    }

    /**
     * Runs a job until it is complete, and {@code afterTask} of all its tasks has returned.
     *
     * @throws AssertionError when it is killed, with the reason, or does not come to its end after faults have stopped
     */
    public void play(Job job) {
        if (playing != null) {
            throw new IllegalStateException("one job is played in a run");
        }
        checkPeers(job);
        playing = job;
        Job small = small(job);
        Storm storm = Storm.overJob(seed, cluster.groups(), cluster.faults());
        for (int i = 0; i < cluster.groups(); i++) {
            world.start(world.random.nextLong(World.SECOND / 2));
        }
        world.time.after(Storm.jobBeginNanos(), () -> works.submit(small));
        new Strikes(world, new Links(), line -> {}).schedule(storm);
        world.time.after(Storm.jobEndNanos(), world.weather::clearUp);
        long latest = Storm.jobEndNanos() + CALM;
        while (!completed && killed == null && world.time.nowNanos() < latest) {
            world.passUntil(world.time.nowNanos() + World.MILLI);
        }
        if (killed != null) {
            throw new AssertionError("job " + job.id() + " was killed: " + killed.cause());
        }
        while (completed && works.isAtWork(job.id()) && world.time.nowNanos() < latest) {
            world.passUntil(world.time.nowNanos() + World.MILLI);
        }
        if (!completed || works.isAtWork(job.id())) {
            throw new AssertionError("job " + job.id() + " does not come to its end: " + works.describe());
        }
    }

    private void checkPeers(Job job) {
        int least = job.catalog().stream()
                .mapToInt(entry -> entry.task().bounds().min())
                .sum();
        if (least > cluster.groups() * cluster.peers()) {
            throw new IllegalArgumentException("job " + job.id() + " needs at least " + least + " peers, but "
                    + cluster.groups() + " groups of " + cluster.peers() + " are simulated; simulate more");
        }
    }

    private Job small(Job job) {
        List<CatalogEntry> catalog = job.catalog().stream().map(this::small).toList();
        return new Job(
                job.id(),
                job.name(),
                job.workflow(),
                catalog,
                job.flowConditions(),
                job.lifecycles(),
                job.scheduler(),
                job.percentage(),
                job.saturation(),
                job.delivery(),
                job.wholeOnly(),
                job.metadata(),
                job.resumes());
    }

    private CatalogEntry small(CatalogEntry entry) {
        Tuning tuning = entry.tuning();
        int batch = 1 + random.nextInt(Math.min(LARGEST_BATCH, tuning.batchSize()));
        Duration pending =
                tuning.pendingTimeout().compareTo(LONGEST_PENDING) < 0 ? tuning.pendingTimeout() : LONGEST_PENDING;
        return new CatalogEntry(
                entry.task(),
                entry.plugin(),
                entry.function(),
                entry.batch(),
                entry.grouping(),
                entry.errors(),
                tuning.batchesOf(batch).pending(Math.max(batch, tuning.pendingRoots()), pending));
    }

    /** What is at an output by now; with everything that came again. */
    public List<Object> settled(String output) {
        return works.stock.settled(output);
    }

    /** What went wrong so far, and how often. */
    public Map<FaultKind, Integer> faults() {
        return world.weather.counts();
    }

    private final class Links implements Strikes.Trade {

        @Override
        public void submit(Machine machine, Strike strike) {}

        @Override
        public void kill(Machine machine, Strike strike) {}

        @Override
        public void cut(Machine from, Machine to, long nanos) {
            works.cut(from, to, nanos);
        }

        /** Nobody is there who would mend it. */
        @Override
        public void damage(Strike strike) {}
    }

    private final class Oversight implements Works.Overseer {

        @Override
        public void read(Entry<Replica> entry) {}

        @Override
        public void took(Replica state) {
            if (playing != null) {
                completed |= state.jobs().completed().has(playing.id());
                Ending ending = state.jobs().killed().get(playing.id());
                killed = ending == null ? killed : ending;
            }
        }

        @Override
        public void settled(String output, Object segment) {}

        @Override
        public void written(String name, byte[] body) {}
    }
}
