package io.sardonyx.testkit.simulate;

import io.sardonyx.channel.Channels;
import io.sardonyx.channel.RemoteChannels;
import io.sardonyx.engine.GroupEngine;
import io.sardonyx.function.FunctionLoader;
import io.sardonyx.group.PeerEngine;
import io.sardonyx.job.Tags;
import io.sardonyx.job.Tuning;
import io.sardonyx.port.Broker;
import io.sardonyx.port.Store;
import io.sardonyx.report.TaskStats;
import io.sardonyx.secret.Secrets;
import io.sardonyx.task.ProcessResources;
import io.sardonyx.task.TaskLoop;
import io.sardonyx.task.input.PluginRegistry;
import io.sardonyx.task.state.StateBudget;
import io.sardonyx.testkit.simulate.broker.SimulatedBroker;
import io.sardonyx.testkit.simulate.broker.SimulatedQueues;
import io.sardonyx.testkit.simulate.fault.RandomFaults;
import io.sardonyx.testkit.simulate.fault.VirtualTime;
import io.sardonyx.testkit.simulate.jobs.CallTime;
import io.sardonyx.testkit.simulate.network.SimulatedNetwork;
import io.sardonyx.testkit.simulate.network.SimulatedWire;
import io.sardonyx.value.Assignment;
import io.sardonyx.value.GroupId;
import io.sardonyx.value.JobId;
import io.sardonyx.value.Site;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;
import java.util.function.UnaryOperator;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;

/**
 * Simulated machine engine: runs the production engine, and gives turns to its task loops in random order from the
 * seed, on the simulation's thread.
 */
public final class SimulatedEngine implements MachineEngine {

    /** Tag that some machines have and some tasks require. */
    public static final String TAG = "tagged";

    /* Bound for waiting times, so that sums do not overflow; no run lasts so long. */
    private static final long FOR_EVER = 24 * 3_600 * World.SECOND;

    private static final long TURN_LIMIT = Tuning.DEFAULT.turnLimit().toNanos();

    private final SimulatedWire wire;
    private final RemoteChannels exchange;
    private final RandomGenerator random;
    private final Runnable check;
    private final ProcessResources workshop;
    private final List<SimulatedBroker> brokers;
    private final Abilities abilities;
    private final Watch watch;
    private final List<TaskLoop> loops = new ArrayList<>();
    /** Task loops that have been created but not had a turn. */
    private final List<TaskLoop> fresh = new ArrayList<>();
    /* When each idle loop gets its next turn if it is not woken; loops that are not in the map are ready. */
    private final Map<TaskLoop, Long> restingUntilNanos = new HashMap<>();
    private final CallTime callTime;
    /* Until when each loop is inside a call of a function. */
    private final Map<TaskLoop, Long> busyUntilNanos = new HashMap<>();

    /**
     * What all machines of a world share.
     *
     * @param queues the brokers' servers
     * @param brokers decorates the connections to them, for example with a planted bug
     * @param time and faults of these connections
     * @param exchanges decorates the channels, for example with an oracle or a planted bug
     * @param check throws when an oracle has found a violation
     */
    record Equipment(
            FunctionLoader functions,
            PluginRegistry plugins,
            SimulatedNetwork network,
            List<SimulatedQueues> queues,
            UnaryOperator<Broker> brokers,
            VirtualTime time,
            RandomFaults faults,
            UnaryOperator<Channels> exchanges,
            Runnable check,
            CallTime callTime,
            Watch watch,
            Map<String, Object> resources) {}

    /** Selects the task loop to abandon when one is stuck in a function; a planted bug may select the wrong one. */
    interface Watch {
        TaskLoop victim(TaskLoop hanging, List<TaskLoop> all);
    }

    /**
     * What a machine can run.
     *
     * @param jar whether it has the functions of jobs
     * @param tagged whether it has the tag that some tasks require
     */
    record Abilities(boolean jar, boolean tagged) {

        static final Abilities ALL = new Abilities(true, true);
    }

    SimulatedEngine(Equipment equipment, Abilities abilities, LongSupplier clock, RandomGenerator random) {
        this.abilities = abilities;
        this.watch = equipment.watch;
        this.check = equipment.check;
        this.callTime = equipment.callTime;
        this.random = random;
        this.wire = equipment.network.wire();
        this.exchange = new RemoteChannels(wire, random);
        this.brokers = equipment.queues.stream()
                .map(queues -> new SimulatedBroker(queues, equipment.faults, equipment.time))
                .toList();
        List<Broker> known = brokers.stream().map(equipment.brokers).toList();
        this.workshop = new ProcessResources(
                abilities.jar ? equipment.functions : FunctionLoader.in(List.of(), List.of()),
                equipment.plugins,
                equipment.exchanges.apply(exchange),
                fresh::add,
                equipment.resources,
                () -> clock.getAsLong() + callTime.spentNanos(),
                () -> Instant.EPOCH.plusNanos(equipment.time.nowNanos() + callTime.spentNanos()),
                StateBudget.ofHeap(),
                random::nextLong,
                () -> known,
                Secrets.all());
    }

    /** Whether it can run every task. */
    boolean isFit() {
        return abilities.equals(Abilities.ALL);
    }

    @Override
    public Tags tags() {
        return abilities.tagged ? Tags.of(List.of(TAG)) : Tags.NONE;
    }

    SimulatedWire wire() {
        return wire;
    }

    @Override
    public Site site() {
        return wire.site();
    }

    @Override
    public PeerEngine create(GroupId group, Store store) {
        return new GroupEngine(group, store, workshop);
    }

    @Override
    public void turn(long nowNanos) {
        fresh.forEach(loop -> loop.onWake(() -> restingUntilNanos.remove(loop)));
        loops.addAll(fresh);
        fresh.clear();
        exchange.turn(nowNanos);
        for (int turns = loops.isEmpty() ? 0 : random.nextInt(3 * loops.size() + 1); turns > 0; turns--) {
            turn(loops.get(random.nextInt(loops.size())), nowNanos);
        }
        loops.removeIf(TaskLoop::isOver);
        busyUntilNanos.keySet().retainAll(loops);
        restingUntilNanos.keySet().retainAll(loops);
        if (random.nextBoolean()) {
            exchange.turn(nowNanos);
        }
        check.run();
    }

    /** Gives a turn to a loop that is neither idle nor inside a function; abandons a loop that is stuck. */
    private void turn(TaskLoop loop, long nowNanos) {
        long left = busyUntilNanos.getOrDefault(loop, nowNanos) - nowNanos;
        if (left <= 0 && restingUntilNanos.getOrDefault(loop, nowNanos) - nowNanos <= 0) {
            restingUntilNanos.remove(loop);
            loop.turn(nowNanos);
            if (loop.restNanos() > 0) {
                restingUntilNanos.put(loop, nowNanos + Math.min(loop.restNanos(), FOR_EVER));
            }
            busyUntilNanos.put(loop, nowNanos + callTime.endTurn());
        } else if (left > 2 * TURN_LIMIT) {
            TaskLoop victim = watch.victim(loop, loops);
            if (victim == loop) {
                victim.abandon("its function does not return");
            } else {
                busyUntilNanos.put(loop, nowNanos);
            }
            victim.close();
        }
    }

    /** Whether a task of the job is open here. */
    boolean isAtWork(JobId job) {
        return Stream.concat(loops.stream(), fresh.stream())
                .anyMatch(loop -> loop.self().job().equals(job) && !loop.isClosed());
    }

    @Override
    public List<Assignment> open() {
        return loops.stream()
                .filter(loop -> !loop.isClosed())
                .map(TaskLoop::self)
                .toList();
    }

    /** The task loops that get turns here. */
    List<TaskLoop> loops() {
        return List.copyOf(loops);
    }

    /** Statistics of all tasks that get turns here. */
    List<TaskStats> stats() {
        return loops.stream().map(TaskLoop::stats).toList();
    }

    @Override
    public boolean isConnected() {
        return brokers.stream().anyMatch(SimulatedBroker::isConnected);
    }

    @Override
    public void disconnect() {
        brokers.forEach(SimulatedBroker::expire);
    }

    @Override
    public void perish() {
        wire.die();
        brokers.forEach(SimulatedBroker::kill);
    }
}
