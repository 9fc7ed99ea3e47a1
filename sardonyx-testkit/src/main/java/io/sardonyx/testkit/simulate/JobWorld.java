package io.sardonyx.testkit.simulate;

import io.sardonyx.assignment.CompletedCheckpoint;
import io.sardonyx.command.Command;
import io.sardonyx.command.ReleaseJob;
import io.sardonyx.command.StopJob;
import io.sardonyx.command.SubmitJob;
import io.sardonyx.content.InputProgress;
import io.sardonyx.content.JobStore;
import io.sardonyx.function.FunctionLoader;
import io.sardonyx.group.GroupSettings;
import io.sardonyx.job.Allocation;
import io.sardonyx.job.Job;
import io.sardonyx.plugin.TaskContext;
import io.sardonyx.replica.Ending;
import io.sardonyx.replica.Jobs;
import io.sardonyx.replica.Replica;
import io.sardonyx.replica.Run;
import io.sardonyx.report.TaskStats;
import io.sardonyx.report.Waiting;
import io.sardonyx.task.TaskLoop;
import io.sardonyx.task.input.PluginRegistry;
import io.sardonyx.task.state.StateDecorator;
import io.sardonyx.testkit.simulate.broker.SimulatedQueues;
import io.sardonyx.testkit.simulate.jobs.CallTime;
import io.sardonyx.testkit.simulate.jobs.SimulatedData;
import io.sardonyx.testkit.simulate.jobs.TestFunctions;
import io.sardonyx.testkit.simulate.network.SimulatedNetwork;
import io.sardonyx.testkit.simulate.oracle.DeliveryOracle;
import io.sardonyx.testkit.simulate.oracle.ReplicaOracle;
import io.sardonyx.testkit.simulate.oracle.StateOracle;
import io.sardonyx.testkit.simulate.store.SimulatedSession;
import io.sardonyx.testkit.simulate.store.StoredDocuments;
import io.sardonyx.value.JobId;
import io.sardonyx.value.PeerId;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A simulated world whose machines run the production engine, connected by a simulated network, with in-memory inputs
 * and outputs.
 */
final class JobWorld {

    /** Function and plugin registries, built once per class loader and shared by all worlds. */
    record Tools(FunctionLoader functions, PluginRegistry plugins) {

        private static volatile @Nullable Tools latest;

        static Tools onClassPath() {
            FunctionLoader functions = FunctionLoader.onClassPath();
            Tools known = latest;
            if (known == null || known.functions.loader() != functions.loader()) {
                known = new Tools(functions, PluginRegistry.in(functions.loader()));
                latest = known;
            }
            return known;
        }
    }

    /* Prefixes of documents that belong to a job. */
    private static final List<String> OF_JOBS =
            List.of("jobs/", "checkpoints/", "manifests/", "partitions/", "sentinels/", "stats/");

    /** Bytes that a session prefetches: a few messages, so that peers share what there is. */
    private static final int MOST_PREFETCH_BYTES = 256;
    /** Interval between retries of a submission. */
    private static final long SUBMIT_AGAIN = World.SECOND;
    /** One machine in so many lacks the functions of jobs, if some are unfit. */
    private static final int UNFIT_OF = 8;
    /** One machine in so many lacks the tag, if some are unfit. */
    private static final int UNTAGGED_OF = 4;

    final World world;
    final SimulatedData stock;
    final CallTime callTime = new CallTime();
    private final Map<String, Object> resources = new HashMap<>();
    private final SimulatedNetwork network;
    private final List<SimulatedQueues> queues;
    private final SimulatedEngine.Equipment equipment;
    private final DeliveryOracle customs = new DeliveryOracle();
    private final StateOracle states;
    private boolean someAreUnfit;

    /** @param brokers how many brokers all machines share */
    JobWorld(Storm storm, GroupSettings settings, int brokers, Tools tools, PlantedBug tinkering, Overseer overseer) {
        var make = new World.Make(
                settings,
                tinkering.replicas(),
                tinkering.stores(),
                false,
                (it, clock) -> open(clock),
                tinkering.coordinators(),
                tinkering.events());
        this.world = new World(storm, make, 1, overseer);
        this.network = new SimulatedNetwork(world.time, world.faults, tinkering.orders());
        this.stock = new SimulatedData(world.time, world.random, world.faults, tinkering.outputs(), overseer);
        this.queues = IntStream.range(0, brokers)
                .mapToObj(number -> new SimulatedQueues("broker-" + number, world.time, MOST_PREFETCH_BYTES, overseer))
                .toList();
        world.store.documents().show(overseer);
        this.states = new StateOracle(tinkering.tables());
        this.equipment = new SimulatedEngine.Equipment(
                tools.functions,
                tools.plugins,
                network,
                queues,
                tinkering.brokers(),
                world.time,
                world.faults,
                exchange -> tinkering
                        .ends()
                        .apply(customs.watch(tinkering.exchanges().apply(exchange))),
                () -> {
                    customs.check();
                    states.check();
                },
                callTime,
                tinkering.watches(),
                resources);
        stock.admit(this::holdsItsSlot);
        provideAll();
    }

    /** Provides what generated jobs take. */
    private void provideAll() {
        resources.put(SimulatedData.RESOURCE, stock);
        resources.put(CallTime.RESOURCE, callTime);
        resources.put(StateDecorator.RESOURCE, states);
        resources.put(TestFunctions.CHANCE, world.random);
    }

    /** Sets the listener for what is sent and taken on channels. */
    void watch(DeliveryOracle.Witness witness) {
        customs.show(witness);
    }

    /** From now on values in state are watched that functions change after they were given to it. */
    void watchStates() {
        states.begin();
    }

    /** The task loops of a machine. */
    static List<TaskLoop> loops(Machine machine) {
        return machine.shop instanceof SimulatedEngine shop ? shop.loops() : List.of();
    }

    /** Provides a resource to functions and plugins on all machines. */
    void provide(String name, Object resource) {
        resources.put(name, resource);
    }

    /** Listener for log entries, settled segments, document writes and transactions at brokers. */
    interface Overseer
            extends ReplicaOracle.Reader, SimulatedData.Witness, StoredDocuments.Witness, SimulatedQueues.Witness {}

    private MachineEngine open(LongSupplier clock) {
        var abilities = someAreUnfit
                ? new SimulatedEngine.Abilities(
                        world.random.nextInt(UNFIT_OF) > 0, world.random.nextInt(UNTAGGED_OF) > 0)
                : SimulatedEngine.Abilities.ALL;
        return new SimulatedEngine(equipment, abilities, clock, world.random);
    }

    /** From now on machines may start without the functions of jobs, or without a tag that tasks need. */
    void letSomeBeUnfit() {
        someAreUnfit = true;
    }

    /** Replaces each unfit machine by one that can run every task. */
    void replaceUnfit() {
        someAreUnfit = false;
        for (Machine machine : world.living()) {
            if (machine.shop instanceof SimulatedEngine shop && !shop.isFit()) {
                SimulatedSession session = machine.connection.session();
                world.bury(machine);
                world.time.after(World.SECOND, () -> world.store.leases().expire(session));
                world.start(world.random.nextLong(World.SECOND));
            }
        }
    }

    /**
     * Releases a job that is held because processes died too often while it ran, as an operator would who has looked at
     * it.
     *
     * @return whether it was held
     */
    boolean releaseIfHeld(JobId job) {
        Optional<Machine> knowing = world.living().stream()
                .filter(machine -> machine.group.isSettled() && isHeld(machine.group.replica(), job))
                .findFirst();
        knowing.ifPresent(machine -> machine.group.append(new ReleaseJob(job)));
        return knowing.isPresent();
    }

    private static boolean isHeld(Replica replica, JobId job) {
        var run = replica.jobs().live().get(job);
        return run != null && run.health().held();
    }

    /** Submits a job through a random live machine, with retries until the log holds it. */
    void submit(Job job) {
        append(
                machine ->
                        new JobStore(machine.connection.documents()).write(job).thenApply(SubmitJob::new),
                () -> world.chronicle.state().jobs().knows(job.id()));
    }

    /** Stops a job at a last checkpoint, unless it ends before. */
    void stop(JobId job) {
        append(machine -> CompletableFuture.completedFuture(new StopJob(job)), () -> {
            Run run = world.chronicle.state().jobs().live().get(job);
            return run == null || run.checkpoints().stopping();
        });
    }

    /** Submits a job that goes on from the last checkpoint of one that was stopped, or from its beginning. */
    void resume(Ending stopped, Job job) {
        CompletedCheckpoint latest = stopped.checkpoints().latest();
        JobId former = stopped.job().id();
        var from = latest == null ? null : new SubmitJob.Resumed(latest.owner(former), latest.number());
        append(
                machine -> {
                    var documents = machine.connection.documents();
                    return new InputProgress(documents)
                            .copy(stopped.job(), job.id(), false, true)
                            .thenCompose(copied -> new JobStore(documents).write(job))
                            .thenApply(outline -> new SubmitJob(outline, null, from));
                },
                () -> world.chronicle.state().jobs().knows(job.id()));
    }

    /** Appends a command through a random live machine, again and again until it is done. */
    private void append(Function<Machine, CompletionStage<? extends Command>> command, BooleanSupplier isDone) {
        List<Machine> living = world.living();
        if (!living.isEmpty()) {
            Machine machine = living.get(world.random.nextInt(living.size()));
            var unused = command.apply(machine).thenAccept(machine.group::append);
        }
        world.time.after(SUBMIT_AGAIN, () -> {
            if (!isDone.getAsBoolean()) {
                append(command, isDone);
            }
        });
    }

    /** Whether some live machine has an open task of the job. */
    boolean isAtWork(JobId job) {
        return world.living().stream()
                .anyMatch(machine -> machine.shop instanceof SimulatedEngine shop && shop.isAtWork(job));
    }

    /** Whether the reference replica, or roster, has the peer of this task in its slot. */
    private boolean holdsItsSlot(TaskContext context) {
        if (world.chronicle.state().cluster().allocation() == Allocation.COORDINATED) {
            return world.roster.isAtWork(context.peer(), context.job(), context.task(), context.slot());
        }
        Run run = world.chronicle.state().jobs().live().get(context.job());
        return run != null
                && run.stage(run.job().indexOf(context.task())).places().stream()
                        .anyMatch(place -> place.peer().equals(context.peer()) && place.slot() == context.slot());
    }

    /** Why tasks wait, over all machines. */
    List<String> reasons() {
        return stats().stream()
                .map(TaskStats::waiting)
                .filter(Objects::nonNull)
                .map(Waiting::reason)
                .toList();
    }

    /** Statistics of all tasks, over all machines. */
    List<TaskStats> stats() {
        return world.living().stream().flatMap(JobWorld::stats).toList();
    }

    /** The peers that have tasks on a machine. */
    static Set<PeerId> peers(Machine machine) {
        return stats(machine).map(stats -> stats.self().peer()).collect(Collectors.toSet());
    }

    private static Stream<TaskStats> stats(Machine machine) {
        return machine.shop instanceof SimulatedEngine shop ? shop.stats().stream() : Stream.of();
    }

    /** Names of queues of all brokers. */
    List<String> queueNames() {
        return queues.stream()
                .flatMap(broker -> broker.names().stream().map(name -> name.text() + " at " + broker.address()))
                .toList();
    }

    /** Applies a fault of the broker. */
    void strikeBroker(Machine victim, StormEvent strike) {
        SimulatedQueues broker = queues.get(strike.victim() % queues.size());
        switch (strike.deed()) {
            case BROKER_RESTART -> broker.restart();
            case BROKER_DISCONNECT -> victim.shop.disconnect();
            default -> {
                broker.fail();
                world.time.after(strike.within(50 * World.MILLI, 3 * World.SECOND), broker::recover);
            }
        }
    }

    /** Names of documents of jobs that the replica no longer keeps. */
    List<String> leftovers() {
        Jobs jobs = world.chronicle.state().jobs();
        return OF_JOBS.stream()
                .flatMap(kind -> world.store.documents().names(kind).stream())
                .filter(name -> {
                    JobId job = JobId.of(name.split("/", -1)[1]);
                    return !jobs.live().has(job)
                            && !jobs.killed().has(job)
                            && !jobs.completed().has(job);
                })
                .toList();
    }

    String describe() {
        var text = new StringBuilder(world.describe());
        world.chronicle
                .state()
                .jobs()
                .live()
                .values()
                .forEach(run -> text.append("\n  ").append(run));
        queues.forEach(broker -> broker.names()
                .forEach(name ->
                        text.append("\n  ").append(name).append(" holds ").append(broker.trueDepth(name))));
        for (Machine machine : world.living()) {
            stats(machine)
                    .forEach(stats ->
                            text.append("\n  ").append(machine.name).append(' ').append(stats));
        }
        return text.toString();
    }

    /** Partitions the direction from one machine to the other for a while. */
    void cut(Machine from, Machine to, long nanos) {
        if (from.shop instanceof SimulatedEngine one && to.shop instanceof SimulatedEngine other) {
            network.cut(one.wire(), other.wire(), nanos);
        }
    }
}
