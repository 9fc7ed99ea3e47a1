package io.sardonyx.testkit.simulate;

import io.sardonyx.content.Manifest;
import io.sardonyx.group.GroupSettings;
import io.sardonyx.job.Allocation;
import io.sardonyx.job.Call;
import io.sardonyx.job.CatalogEntry;
import io.sardonyx.job.Job;
import io.sardonyx.job.JobScheduler;
import io.sardonyx.job.Tuning;
import io.sardonyx.job.outline.Cause;
import io.sardonyx.json.OneLine;
import io.sardonyx.log.Entry;
import io.sardonyx.replica.ClusterParameters;
import io.sardonyx.replica.Ending;
import io.sardonyx.replica.Replica;
import io.sardonyx.report.TaskStats;
import io.sardonyx.testkit.simulate.jobs.SimulatedData;
import io.sardonyx.testkit.simulate.oracle.CommittedState;
import io.sardonyx.testkit.simulate.store.SimulatedConnection;
import io.sardonyx.value.Assignment;
import io.sardonyx.value.JobId;
import io.sardonyx.value.TaskName;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * One run of a user's job on a simulated cluster: the production engine on all processes, in virtual time, with faults
 * from one seed. The same seed gives the same run, as long as the job's functions depend on nothing but their
 * arguments.
 *
 * <p>To test much with little input, batches are small, inputs often find no segments, and pending roots time out
 * within seconds.
 */
public final class SimulatedRun {

    private static final int MOST_PARTITIONS = 4;
    private static final int LARGEST_BATCH = 8;
    /** Probability that a poll of an input finds no segments. */
    private static final double OFTEN_DRY = 0.6;

    private static final Duration LONGEST_PENDING = Duration.ofSeconds(5);
    /** How long the job may take to complete after faults have stopped, in virtual nanoseconds. */
    private static final long CALM = 600 * World.SECOND;

    private static final int LONGEST_INPUT = 1_000;
    /** Replayed roots are counted once in so many checks for completion. */
    private static final int LOOKS_PER_COUNT = 50;

    private final long seed;
    private final SimulatedRuns cluster;
    private final PlantedBug tinkering;
    private final RandomGenerator random;
    private final JobWorld works;
    private final World world;
    private final EventTrace story;
    private final Map<String, List<Object>> inputs = new LinkedHashMap<>();
    private final Map<String, Object> resources = new LinkedHashMap<>();
    /** Replays counted so far, by task and peer. */
    private final Map<Assignment, Long> replays = new HashMap<>();

    private @Nullable Job playing;
    /** The job that goes on from the one that is played, once that is stopped; null for none. */
    private @Nullable Job successor;
    /** The job that is submitted: the one that is played, or its successor. */
    private @Nullable JobId submitted;

    private @Nullable Ending killed;
    private boolean completed;
    /** Whether a held job was released, which is traced only once. */
    private boolean released;

    SimulatedRun(long seed, SimulatedRuns cluster, PlantedBug tinkering) {
        this.seed = seed;
        this.cluster = cluster;
        this.tinkering = tinkering;
        this.random = RandomGeneratorFactory.of("L64X128MixRandom").create(~seed);
        var identity = new ClusterParameters("simulated", Allocation.PLANNED, JobScheduler.BALANCED, 100);
        this.works = new JobWorld(
                Storm.overJob(seed, cluster.groups(), cluster.faults()),
                GroupSettings.of(identity, cluster.peers()),
                1,
                JobWorld.Tools.onClassPath(),
                tinkering,
                new Oversight());
        this.world = works.world;
        this.story = new EventTrace(world.time::nowNanos);
        works.stock.trickle(OFTEN_DRY);
        works.watchStates();
    }

    public long seed() {
        return seed;
    }

    /** An input that emits these segments from a few partitions; it resumes from its checkpoint after every crash. */
    public Call input(String name, List<?> segments) {
        var partitions = new ArrayList<List<Object>>();
        int count = 1 + random.nextInt(MOST_PARTITIONS);
        for (int i = 0; i < count; i++) {
            partitions.add(
                    List.copyOf(segments.subList(segments.size() * i / count, segments.size() * (i + 1) / count)));
        }
        inputs.put(name, List.copyOf(segments));
        works.stock.put(name, partitions);
        return SimulatedData.input(name);
    }

    /** An output; segments that it has not settled are lost when its process crashes. */
    public Call output(String name) {
        return SimulatedData.output(name);
    }

    /** Provides a resource to functions under a name, on all processes; it survives their crashes. */
    public SimulatedRun provide(String name, Object resource) {
        resources.put(name, resource);
        works.provide(name, resource);
        return this;
    }

    /**
     * Stops the job that is played in mid-storm, and lets another one go on from its last checkpoint, under the next
     * id: with the same inputs, and with state as far as tasks and states have the same names. If the first has ended
     * by then, the other is not run.
     */
    public SimulatedRun replace(Job other) {
        if (other.checkpoint() == null) {
            throw new IllegalArgumentException(
                    "job " + other.id() + " has no checkpoints, so it cannot go on from one");
        }
        checkPeers(other);
        successor = other;
        return this;
    }

    /**
     * Runs a job until it is complete and {@code afterTask} of all its tasks has returned.
     *
     * @throws AssertionError when it is killed, with the reason, or does not complete after faults have stopped
     */
    public void play(Job job) {
        if (playing != null) {
            throw new IllegalStateException("one job is played in a run");
        }
        checkPeers(job);
        playing = job;
        submitted = job.id();
        Job small = small(job);
        Storm storm = Storm.overJob(seed, cluster.groups(), cluster.faults());
        for (int i = 0; i < cluster.groups(); i++) {
            world.start(world.random.nextLong(World.SECOND / 2));
        }
        submit(small);
        new FaultInjector(world, new Links(), this::strike).schedule(storm);
        world.time.after(Storm.jobEndNanos(), () -> {
            story.tell("no more faults");
            world.faults.stop();
        });
        long latest = Storm.jobEndNanos() + CALM;
        for (long look = 0; !completed && killed == null && world.time.nowNanos() < latest; look++) {
            world.passUntil(world.time.nowNanos() + World.MILLI);
            if (look % LOOKS_PER_COUNT == 0) {
                countReplays();
                releaseIfHeld(submitted());
            }
        }
        if (killed != null) {
            throw new AssertionError("job " + submitted + " was killed" + words(killed.cause()));
        }
        while (completed && works.isAtWork(submitted()) && world.time.nowNanos() < latest) {
            world.passUntil(world.time.nowNanos() + World.MILLI);
        }
        if (!completed || works.isAtWork(submitted())) {
            throw new AssertionError("job " + submitted + " does not come to its end: " + works.describe());
        }
    }

    /** Submits the job when faults begin, and stops it some time later if another one is to go on from it. */
    private void submit(Job small) {
        world.time.after(Storm.jobBeginNanos(), () -> {
            story.tell("job " + small.id() + " submitted");
            works.submit(small);
        });
        if (successor != null) {
            long span = Storm.jobEndNanos() - Storm.jobBeginNanos();
            world.time.after(Storm.jobBeginNanos() + random.nextLong(span / 4, span), () -> works.stop(small.id()));
        }
    }

    private static String words(Cause cause) {
        return (cause.task() == null ? "" : " in task " + cause.task())
                + (cause.by() == null ? "" : " by " + cause.by())
                + (cause.reason() == null ? "" : ": " + cause.reason());
    }

    /** Traces a fault; a killed machine loses what its outputs have not settled. */
    private void strike(StormEvent.Deed deed, Machine victim) {
        boolean hitsStore = deed == StormEvent.Deed.OUTAGE || deed == StormEvent.Deed.STORE_FULL;
        story.tell(hitsStore ? deed.word() : deed.word() + " " + victim.name);
        if (deed == StormEvent.Deed.KILL) {
            works.stock.die(JobWorld.peers(victim));
        }
    }

    private void releaseIfHeld(JobId job) {
        if (works.releaseIfHeld(job) && !released) {
            released = true;
            story.tell("job " + job + " was held after many deaths; an operator resumes it");
        }
    }

    /** Traces roots that inputs emit again after a timeout. */
    private void countReplays() {
        for (TaskStats stats : works.stats()) {
            long before = replays.getOrDefault(stats.self(), 0L);
            if (stats.replays() > before) {
                replays.put(stats.self(), stats.replays());
                long more = stats.replays() - before;
                story.tell(stats.self().task() + " emits " + (more == 1 ? "one root" : more + " roots") + " again");
            }
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

    /** A copy of the job with small batches and short timeouts. */
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
                job.resumes(),
                job.checkpoint(),
                job.resume());
    }

    private CatalogEntry small(CatalogEntry entry) {
        Tuning tuning = entry.tuning();
        int batch = 1 + random.nextInt(Math.min(LARGEST_BATCH, tuning.batchSize()));
        Duration pending =
                tuning.pendingTimeout().compareTo(LONGEST_PENDING) < 0 ? tuning.pendingTimeout() : LONGEST_PENDING;
        return entry.tuned(tuning.batchesOf(batch).pending(Math.max(batch, tuning.pendingRoots()), pending));
    }

    /** The segments that an output has settled so far, with duplicates. */
    public List<Object> settled(String output) {
        return works.stock.settled(output);
    }

    /**
     * What an output of a job with checkpoints has published, each segment with how often: exactly what a reader of it
     * would find. It must be what follows from the input, however often something was read again.
     */
    public Map<Object, Long> committed(String output) {
        requireCheckpoints();
        return settled(output).stream().collect(Collectors.groupingBy(segment -> segment, Collectors.counting()));
    }

    /**
     * What a task keeps at the latest checkpoint of its job: for each key what it has by the names of the states, as
     * {@link io.sardonyx.client.Client#state} shows it. It must be what follows from all of the input.
     */
    public Map<Object, Map<String, Object>> state(String task) {
        requireCheckpoints();
        JobId job = submitted();
        world.faults.stop();
        var connection = new SimulatedConnection(world.store, world.faults, world.time);
        CompletableFuture<Manifest> manifest = Manifest.read(
                        connection.documents(),
                        job,
                        world.chronicle.state().jobs().checkpoints(job).latest())
                .toCompletableFuture();
        while (!manifest.isDone() && world.time.step()) {
            // the store answers in virtual time
        }
        return CommittedState.read(
                manifest.join(), TaskName.of(task), world.store.blobs().whole());
    }

    private JobId submitted() {
        return Objects.requireNonNull(submitted, "no job was played");
    }

    private void requireCheckpoints() {
        if (playing == null || playing.checkpoint() == null) {
            throw new IllegalStateException("no job with checkpoints was played");
        }
    }

    /** How often each kind of fault was injected so far. */
    public Map<FaultKind, Integer> faults() {
        return world.faults.counts();
    }

    /**
     * Text for the failure message: the trace, and the smallest input that kills the job without faults, if there is
     * one.
     */
    String story() {
        var text = new StringBuilder("what happened until then:");
        story.lines().forEach(line -> text.append("\n").append(line));
        text.append("\nfaults: ");
        text.append(
                faults().isEmpty()
                        ? "none"
                        : faults().entrySet().stream()
                                .map(entry -> entry.getKey().word() + " " + entry.getValue())
                                .collect(Collectors.joining(", ")));
        Job job = playing;
        if (job != null && killed != null && isKilledBy(job, inputs)) {
            text.append("\nthis input kills the job without any fault:");
            new InputShrinker(inputs, less -> isKilledBy(job, less))
                    .smallest()
                    .forEach((name, segments) -> text.append("\n  ")
                            .append(name)
                            .append(": ")
                            .append(OneLine.of(segments.toString(), LONGEST_INPUT)));
        }
        return text.toString();
    }

    /** Whether the job is killed in the same task with this input and without faults. */
    private boolean isKilledBy(Job job, Map<String, List<Object>> input) {
        var calm = new SimulatedRuns(cluster.groups(), cluster.peers(), Set.of());
        var again = new SimulatedRun(seed, calm, tinkering);
        input.forEach(again::input);
        resources.forEach(again::provide);
        try {
            again.play(job);
            return false;
        } catch (AssertionError failure) {
            return again.killed != null
                    && killed != null
                    && Objects.equals(
                            again.killed.cause().task(), killed.cause().task());
        }
    }

    /** Events for a run of one user's job: only network partitions apply. */
    private final class Links implements FaultInjector.Trade {

        @Override
        public void submit(Machine machine, StormEvent strike) {}

        @Override
        public void kill(Machine machine, StormEvent strike) {}

        @Override
        public void cut(Machine from, Machine to, long nanos) {
            works.cut(from, to, nanos);
        }

        /** Does nothing, since no operator resets the document. */
        @Override
        public void damage(StormEvent strike) {}
    }

    /** Follows the end of the job, and traces duplicates, losses and repeated reads. */
    private final class Oversight implements JobWorld.Overseer {

        private final Map<String, Set<Object>> come = new HashMap<>();

        @Override
        public void read(Entry<Replica> entry) {}

        @Override
        public void took(Replica state) {
            JobId job = submitted;
            if (job != null) {
                if (!completed && state.jobs().completed().has(job)) {
                    completed = true;
                    story.tell("job " + job + " completed");
                }
                Ending ending = state.jobs().killed().get(job);
                if (killed == null && ending != null) {
                    ended(job, ending);
                }
            }
        }

        private void ended(JobId job, Ending ending) {
            Job next = successor;
            if (!ending.stopped() || next == null) {
                killed = ending;
                story.tell("job " + job + " killed" + words(ending.cause()));
                return;
            }
            successor = null;
            JobId id = JobId.of(job + "-2");
            submitted = id;
            story.tell("job " + job + " stopped, " + id + " goes on from it");
            works.resume(ending, small(next).as(id, List.of()));
        }

        @Override
        public void settled(String output, Object segment) {
            if (!come.computeIfAbsent(output, name -> new HashSet<>()).add(segment)) {
                story.tell("came again at " + output + ":", segment);
            }
        }

        @Override
        public void dropped(String output, Object segment) {
            story.tell("lost before it was settled at " + output + ":", segment);
        }

        @Override
        public void readAgain(String input, Object segment) {
            story.tell("read again from " + input + ":", segment);
        }

        @Override
        public void written(String name, byte[] body) {}
    }
}
