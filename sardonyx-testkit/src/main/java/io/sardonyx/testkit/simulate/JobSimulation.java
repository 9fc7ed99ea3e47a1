package io.sardonyx.testkit.simulate;

import static io.sardonyx.testkit.simulate.World.SECOND;

import io.sardonyx.command.DeclareUnfit;
import io.sardonyx.command.Gc;
import io.sardonyx.command.KillJob;
import io.sardonyx.coordinator.Roster;
import io.sardonyx.job.Allocation;
import io.sardonyx.job.Delivery;
import io.sardonyx.job.Tuning;
import io.sardonyx.job.outline.Cause;
import io.sardonyx.log.Entry;
import io.sardonyx.port.OutgoingMessage;
import io.sardonyx.port.QueueName;
import io.sardonyx.port.QueuedMessage;
import io.sardonyx.replica.Replica;
import io.sardonyx.task.input.CheckpointReset;
import io.sardonyx.testkit.generate.History;
import io.sardonyx.testkit.simulate.jobs.CallTime;
import io.sardonyx.testkit.simulate.jobs.ExpectedJob;
import io.sardonyx.testkit.simulate.jobs.RandomJobs;
import io.sardonyx.testkit.simulate.oracle.CheckpointTrace;
import io.sardonyx.testkit.simulate.oracle.JobAudit;
import io.sardonyx.testkit.simulate.oracle.JobOracle;
import io.sardonyx.testkit.simulate.store.StoredBlobs;
import io.sardonyx.value.JobId;
import io.sardonyx.value.TaskName;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Deterministic simulation of one seed with jobs: the production engine runs generated jobs while faults are injected.
 * Safety is checked at every settled segment, checkpoint and log entry; then faults stop, and every job that was not
 * killed must complete.
 */
public final class JobSimulation {

    /** With fewer groups there are not enough peers for every generated job. */
    public static final int FEWEST_GROUPS = 3;

    /** How long jobs may take to complete after faults have stopped, in virtual nanoseconds. */
    private static final long CALM = 600 * SECOND;
    /** Virtual time between two checks for convergence. */
    private static final long LOOK_AGAIN = 50 * World.MILLI;

    private static final int MOST_JOBS = 3;
    /* One seed with queued jobs in so many has two brokers. */
    private static final int TWO_BROKERS_OF = 3;
    /* One job in so many is direct where others are queued. */
    private static final int DIRECT_OF = 8;
    /* One job in so many does not say its delivery where peers volunteer. */
    private static final int UNSAID_OF = 4;
    /* Without faults, at most one call in so many may be a repeated one. */
    private static final int LEAST_PER_WASTED = 25;
    /* When jobs are submitted in runs without faults; by then all groups have joined. */
    private static final long GENTLE_BEGIN = 8 * SECOND;
    /* One seed with checkpoints in so many has machines that cannot run all tasks. */
    private static final int UNFIT_OF = 4;
    /* How often polls of inputs find nothing in runs with checkpoints; often, so that jobs make many of them. */
    private static final List<Double> DRYNESS = List.of(0.1, 0.9, 0.98);
    /** The command line in a task's reason for waiting that tells an operator how to reset a damaged checkpoint. */
    private static final Pattern RESET = Pattern.compile("sardonyx job reset (\\S+) (\\S+) ");

    private static final JobWorld.Tools TOOLS = JobWorld.Tools.onClassPath();

    private final Storm storm;
    private final Consumer<String> story;
    private final JobOracle audit = new JobOracle();
    /** Random generator of jobs; separate from the world's, so that the jobs of a seed do not depend on its faults. */
    private final RandomGenerator drawing;

    /** Random generator of how segments travel, and over how many peers and brokers. */
    private final RandomGenerator delivering;
    /** Whether there are enough peers for direct jobs. */
    private final boolean mixed;

    private final Allocation allocation;
    /** Whether jobs may be queued. */
    private final boolean queued;

    private final JobWorld works;
    private final World world;
    private int mostJobs = MOST_JOBS;
    private Function<String, ExpectedJob> jobs = this::draw;
    /** Counts kills, in a simulation of jobs with checkpoints. */
    private @Nullable KillPoints killPoints;
    /** Stops jobs, in some simulations of jobs with checkpoints. */
    private @Nullable JobStops stops;

    /**
     * Result of a run.
     *
     * @param repeats how many segments were settled more than once
     * @param calls how many calls of slow functions were made
     * @param repeatedCalls how many of these calls repeated one for the same segment
     * @param leaders most coordinators that believed to lead at the same time
     * @param resumed how often a job was stopped and another one went on from its last checkpoint
     */
    public record Outcome(
            Simulation.Outcome cluster,
            int jobs,
            int completed,
            long repeats,
            long calls,
            long repeatedCalls,
            int leaders,
            int resumed) {}

    private JobSimulation(Storm storm, Allocation allocation, PlantedBug tinkering, Consumer<String> story) {
        this(storm, allocation, Storm.isQueued(storm.seed()), tinkering, story);
    }

    private JobSimulation(
            Storm storm, Allocation allocation, boolean mayQueue, PlantedBug tinkering, Consumer<String> story) {
        this.storm = storm;
        this.story = story;
        this.allocation = allocation;
        this.queued = allocation == Allocation.COORDINATED || mayQueue;
        this.drawing = RandomGeneratorFactory.of("L64X128MixRandom").create(~storm.seed());
        this.delivering = Storm.delivery(~storm.seed());
        int peers = queued ? 1 + delivering.nextInt(Simulation.PEERS) : Simulation.PEERS;
        int brokers = queued && delivering.nextInt(TWO_BROKERS_OF) == 0 ? 2 : 1;
        this.mixed = storm.groups() >= FEWEST_GROUPS && peers == Simulation.PEERS;
        this.works =
                new JobWorld(storm, Simulation.settings(allocation, peers), brokers, TOOLS, tinkering, new Oversight());
        this.world = works.world;
        world.roster.onComplete(audit::completed);
        world.store.blobs().show(new StoredBlobs.Witness() {
            @Override
            public void deleted(String name) {
                audit.deleted(name);
            }
        });
        if (story != Simulation.SILENT) {
            world.roster.onEvent((entry, happened) ->
                    tell("event " + entry.position() + " " + entry.step() + (happened ? "" : " does not apply")));
        }
    }

    /**
     * Runs a seed.
     *
     * @throws AssertionError with the seed, when an invariant is violated
     */
    public static Outcome run(long seed, int groups) {
        return run(Storm.anyAtWork(seed, groups).seeded(seed), PlantedBug.NONE, Simulation.SILENT);
    }

    /** As {@link #run(long, int)}, with a log line for everything that happens. */
    public static Outcome run(long seed, int groups, Consumer<String> story) {
        return run(Storm.anyAtWork(seed, groups).seeded(seed), PlantedBug.NONE, story);
    }

    /** As {@link #run(long, int)}, with jobs that have checkpoints, and have to publish each result once. */
    public static Outcome runCheckpointed(long seed, int groups) {
        return runCheckpointed(seed, groups, PlantedBug.NONE, Simulation.SILENT);
    }

    static Outcome runCheckpointed(long seed, int groups, PlantedBug tinkering, Consumer<String> story) {
        return runCheckpointed(seed, groups, tinkering, story, new KillMatrix());
    }

    /** @param kills counts in which cells the kills fall */
    static Outcome runCheckpointed(
            long seed, int groups, PlantedBug tinkering, Consumer<String> story, KillMatrix kills) {
        Storm storm = Storm.anyOverCheckpoints(seed, groups).seeded(seed);
        var simulation = new JobSimulation(storm, Storm.allocation(seed), false, tinkering, story);
        simulation.jobs = name -> RandomJobs.drawCheckpointed(name, simulation.drawing);
        simulation.works.stock.trickle(DRYNESS.get(simulation.drawing.nextInt(DRYNESS.size())));
        var trace = new CheckpointTrace();
        simulation.works.watch(trace);
        simulation.killPoints = new KillPoints(simulation.world, simulation.audit, trace, kills);
        simulation.stops = JobStops.in(seed) ? new JobStops(simulation.works, simulation.audit, seed) : null;
        return simulation.runOrFail();
    }

    /** As {@link #run(long, int)}, in a cluster whose machines host coordinators. */
    public static Outcome runCoordinated(long seed, int groups) {
        return runCoordinated(seed, groups, PlantedBug.NONE, Simulation.SILENT);
    }

    static Outcome runCoordinated(long seed, int groups, PlantedBug tinkering, Consumer<String> story) {
        Storm storm = Storm.anyAtWork(seed, groups, true).seeded(seed);
        return run(storm, Allocation.COORDINATED, tinkering, story);
    }

    /**
     * Runs a seed in a cluster whose machines host coordinators, and records their log.
     *
     * @param jobs makes jobs by name instead of chance
     * @param mostJobs how many of them there are at most
     */
    static List<Entry<Roster>> recordCoordinated(Storm storm, Function<String, ExpectedJob> jobs, int mostJobs) {
        return recordCoordinated(storm, simulation -> {
            simulation.jobs = jobs;
            simulation.mostJobs = mostJobs;
        });
    }

    /** As {@link #recordCoordinated(Storm, Function, int)}, with jobs of random shape. */
    static List<Entry<Roster>> recordCoordinated(Storm storm) {
        return recordCoordinated(storm, simulation -> {});
    }

    private static List<Entry<Roster>> recordCoordinated(Storm storm, Consumer<JobSimulation> change) {
        var simulation = new JobSimulation(storm, Allocation.COORDINATED, PlantedBug.NONE, Simulation.SILENT);
        var recorded = new ArrayList<Entry<Roster>>();
        change.accept(simulation);
        simulation.world.roster.onEvent((entry, happened) -> recorded.add(entry));
        simulation.runOrFail();
        return recorded;
    }

    static Outcome run(Storm storm, PlantedBug tinkering, Consumer<String> story) {
        return run(storm, Storm.allocation(storm.seed()), tinkering, story);
    }

    private static Outcome run(Storm storm, Allocation allocation, PlantedBug tinkering, Consumer<String> story) {
        return new JobSimulation(storm, allocation, tinkering, story).runOrFail();
    }

    private Outcome runOrFail() {
        try {
            return run();
        } catch (AssertionError | RuntimeException broken) {
            throw new AssertionError(where() + broken.getMessage(), broken);
        }
    }

    private Outcome run() {
        if (!storm.isGentle() && (killPoints == null || drawing.nextInt(UNFIT_OF) == 0)) {
            /* Unfit machines are replaced when faults stop, which has the effect of a kill. */
            works.letSomeBeUnfit();
        }
        for (int i = 0; i < storm.groups(); i++) {
            world.start(world.random.nextLong(SECOND));
        }
        world.time.after(storm.isGentle() ? GENTLE_BEGIN : SECOND, this::submit);
        var injector = new FaultInjector(world, new Jobs(), this::tell);
        injector.schedule(storm);
        if (killPoints != null) {
            world.onTurn(new AimedKills(storm.seed(), killPoints, injector)::look);
        }
        if (stops != null) {
            stops.schedule(this::tell);
        }
        world.passUntil(Storm.workNanos());
        while (world.turns() < FaultCoverage.FEWEST_TURNS) {
            world.passUntil(world.time.nowNanos() + SECOND);
        }
        world.faults.stop();
        world.onTurn(machine -> {});
        works.replaceUnfit();
        tell("faults have stopped");
        converge();
        demandNoWaste();
        return outcome();
    }

    private Outcome outcome() {
        var cluster = new Simulation.Outcome(
                storm.seed(), world.turns(), world.chronicle.position() + 1, world.faults.counts(), "");
        int completed = (int) audit.books().stream()
                .filter(book -> book.state() == JobAudit.State.COMPLETED)
                .count();
        long repeats = audit.books().stream().mapToLong(JobAudit::repeats).sum();
        CallTime calls = works.callTime;
        return new Outcome(
                cluster,
                audit.books().size(),
                completed,
                repeats,
                calls.calls(),
                calls.repeatedCalls(),
                world.mostLeaders(),
                stops == null ? 0 : stops.resumed());
    }

    /**
     * Checks that retries are rare when no faults are injected: few calls are made for roots that have been abandoned.
     */
    private void demandNoWaste() {
        CallTime calls = works.callTime;
        boolean calm = storm.isGentle() && storm.strikes().isEmpty() && killPoints == null;
        if (calm && LEAST_PER_WASTED * calls.repeatedCalls() > calls.calls()) {
            throw new AssertionError(
                    calls.repeatedCalls() + " of " + calls.calls() + " calls were made for abandoned attempts");
        }
    }

    /** Waits for all jobs to end and all groups to settle, acting as the operator where one is needed. */
    private void converge() {
        long latest = world.time.nowNanos() + CALM;
        while (!audit.unfinished().isEmpty() || !world.hasConverged()) {
            if (world.time.nowNanos() > latest) {
                throw new AssertionError(
                        "did not converge, unfinished are " + audit.unfinished() + ": " + works.describe());
            }
            releaseHeld();
            resetDamaged();
            world.passUntil(world.time.nowNanos() + LOOK_AGAIN);
        }
        tell("all jobs have ended");
        sweep();
    }

    /** Trims once more, and checks that all documents of jobs that the replica no longer keeps are deleted. */
    private void sweep() {
        long latest = world.time.nowNanos() + CALM;
        Machine machine = world.living().get(0);
        machine.group.append(new Gc(machine.group.id(), null));
        while (!works.leftovers().isEmpty() || !works.queueNames().isEmpty()) {
            if (world.time.nowNanos() > latest) {
                throw new AssertionError("nobody deletes " + works.leftovers() + works.queueNames());
            }
            world.passUntil(world.time.nowNanos() + LOOK_AGAIN);
        }
    }

    /** Releases jobs that are held because too many processes died while they ran, as an operator would. */
    private void releaseHeld() {
        audit.unfinished().forEach(works::releaseIfHeld);
    }

    /**
     * Acts as the operator: reads why a task waits and runs the reset that the reason names. A task that does not give
     * it would wait for ever, and the run fail.
     */
    private void resetDamaged() {
        for (String reason : works.reasons()) {
            Matcher remedy = RESET.matcher(reason);
            if (remedy.find() && !world.living().isEmpty()) {
                var documents = world.living().get(0).connection.documents();
                JobId job = JobId.of(remedy.group(1));
                tell("reset " + job + " " + remedy.group(2));
                var unused = new CheckpointReset(documents, job, TaskName.of(remedy.group(2))).reset(null, false);
            }
        }
        if (stops != null) {
            stops.resetDamaged();
        }
    }

    /**
     * In a world of queued jobs now and then one is direct, if there are enough peers for it; in any other world of
     * volunteers now and then one does not say how its segments travel, and is queued.
     */
    private Delivery delivery() {
        if (allocation == Allocation.COORDINATED) {
            return delivering.nextInt(UNSAID_OF) == 0 ? Delivery.AUTOMATIC : Delivery.QUEUED;
        }
        Delivery direct = allocation == Allocation.PLANNED ? Delivery.AUTOMATIC : Delivery.DIRECT;
        if (queued) {
            return mixed && delivering.nextInt(DIRECT_OF) == 0 ? direct : Delivery.QUEUED;
        }
        boolean unsaid = allocation == Allocation.VOLUNTEERED && delivering.nextInt(UNSAID_OF) == 0;
        return unsaid ? Delivery.AUTOMATIC : direct;
    }

    private ExpectedJob draw(String name) {
        Delivery delivery = delivery();
        if (allocation == Allocation.COORDINATED) {
            return RandomJobs.drawCoordinated(name, delivery, Tuning.Partitions.DEALT, drawing);
        }
        Tuning.Partitions partitions =
                delivery == Delivery.QUEUED ? Tuning.Partitions.DEALT : Storm.partitions(storm.seed());
        return RandomJobs.draw(name, delivery, partitions, drawing);
    }

    private void submit() {
        String name = "job-" + audit.books().size();
        ExpectedJob commission = jobs.apply(name);
        audit.open(new JobAudit(commission, works.stock, world.store.blobs().whole()));
        tell("submit " + commission.job());
        works.submit(commission.job());
    }

    private String where() {
        return String.format(
                Locale.ROOT,
                "seed %d with %d groups at work, %s, at %.3f s: ",
                storm.seed(),
                storm.groups(),
                allocation.name().toLowerCase(Locale.ROOT),
                world.time.nowNanos() / 1e9);
    }

    private void tell(StormEvent.Deed deed, Machine victim) {
        if (killPoints != null && deed == StormEvent.Deed.KILL) {
            killPoints.killed(victim);
        }
        tell(deed.word() + " " + victim.name + " " + victim.group.id());
    }

    private void tell(String what) {
        if (story != Simulation.SILENT) {
            story.accept(String.format(Locale.ROOT, "%9.3f s  %s", world.time.nowNanos() / 1e9, what));
        }
    }

    /** Events about jobs: submits generated jobs, kills and damages them, and partitions the network. */
    private final class Jobs implements FaultInjector.Trade {

        @Override
        public void submit(Machine machine, StormEvent strike) {
            if (audit.books().size() < mostJobs) {
                JobSimulation.this.submit();
            }
        }

        /** Kills any but the first job, so that each seed sees one job through. */
        @Override
        public void kill(Machine machine, StormEvent strike) {
            List<JobAudit> others = audit.books().stream().skip(1).toList();
            if (!others.isEmpty()) {
                JobAudit book = others.get(strike.extent() % others.size());
                book.strike();
                machine.group.append(new KillJob(book.id(), new Cause("simulated", null, null)));
            }
        }

        /** Corrupts a checkpoint, a claimed partition or a partition list of some job. */
        @Override
        public void damage(StormEvent strike) {
            List<String> names = Stream.of("checkpoints/", "partitions/")
                    .flatMap(kind -> world.store.documents().names(kind).stream())
                    .toList();
            if (!names.isEmpty()) {
                world.faults.count(FaultKind.DAMAGE);
                String name = names.get(strike.extent() % names.size());
                tell("damaged " + name);
                world.store.documents().damage(name);
            }
        }

        @Override
        public void cut(Machine from, Machine to, long nanos) {
            works.cut(from, to, nanos);
        }

        @Override
        public void strikeBroker(Machine machine, StormEvent strike) {
            works.strikeBroker(machine, strike);
        }
    }

    /** Passes all that happens to the oracle and to the log. */
    private final class Oversight implements JobWorld.Overseer {

        @Override
        public void read(Entry<Replica> entry) {
            if (entry.step() instanceof DeclareUnfit unfit) {
                audit.lacksMembers(unfit.job());
            }
            if (story != Simulation.SILENT) {
                tell("entry" + new History(List.of(entry)));
            }
        }

        @Override
        public void took(Replica state) {
            audit.took(state);
            if (stops != null) {
                stops.took(state);
            }
        }

        @Override
        public void settled(String output, Object segment) {
            tell("settled " + segment + " at " + output);
            audit.settled(output, segment);
        }

        @Override
        public void written(String name, byte[] body) {
            audit.written(name, body);
        }

        @Override
        public void lost(String name) {
            audit.lost(name);
        }

        @Override
        public void seeded(String broker, QueueName queue) {
            tell("seeded " + queue + " at " + broker);
            audit.seeded(broker, queue);
        }

        @Override
        public void committed(String broker, List<QueuedMessage> taken, List<OutgoingMessage> given) {
            if (story != Simulation.SILENT) {
                tell("committed at " + broker + " "
                        + taken.stream().map(message -> message.queue().text()).toList() + " to "
                        + given.stream().map(message -> message.queue().text()).toList());
            }
            audit.committed(broker, taken, given);
        }

        @Override
        public void removed(String broker, String prefix) {
            tell("removed " + prefix + " at " + broker);
        }
    }
}
