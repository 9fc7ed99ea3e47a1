package io.sardonyx.testkit.simulate;

import io.sardonyx.coordinate.Coordinator;
import io.sardonyx.coordinate.CoordinatorSettings;
import io.sardonyx.coordinator.Roster;
import io.sardonyx.follow.Follower;
import io.sardonyx.follow.LogScanner;
import io.sardonyx.follow.RosterFold;
import io.sardonyx.group.GroupSettings;
import io.sardonyx.group.PeerGroup;
import io.sardonyx.job.Allocation;
import io.sardonyx.port.Store;
import io.sardonyx.replica.Replica;
import io.sardonyx.testkit.simulate.fault.LocalClock;
import io.sardonyx.testkit.simulate.fault.RandomFaults;
import io.sardonyx.testkit.simulate.fault.VirtualTime;
import io.sardonyx.testkit.simulate.oracle.LockOracle;
import io.sardonyx.testkit.simulate.oracle.LockWorkload;
import io.sardonyx.testkit.simulate.oracle.ReplicaOracle;
import io.sardonyx.testkit.simulate.oracle.RosterOracle;
import io.sardonyx.testkit.simulate.store.SimulatedConnection;
import io.sardonyx.testkit.simulate.store.SimulatedStore;
import io.sardonyx.value.GroupId;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;

/**
 * A simulated cluster: machines, their store and virtual time, all on one thread. Each replica is checked against the
 * reference after every turn.
 */
public final class World {

    public static final long MILLI = 1_000_000;
    public static final long SECOND = 1_000 * MILLI;

    private static final CoordinatorSettings COORDINATORS = new CoordinatorSettings(
            null, Duration.ofSeconds(3), Duration.ofSeconds(5), Duration.ofMillis(500), 40, () -> Instant.EPOCH, "");

    /**
     * How machines are configured.
     *
     * @param folds makes the fold of each machine
     * @param tinker decorates each machine's store, for example with a planted bug
     * @param busy whether each machine runs a lock workload too
     * @param premises makes the engine of each machine
     * @param coordinators makes the rules of each coordinator
     * @param events fold of the coordinator's log in each machine's group
     */
    record Make(
            GroupSettings settings,
            Supplier<Follower.Fold<Replica>> folds,
            UnaryOperator<Store> tinker,
            boolean busy,
            Premises premises,
            Supplier<Coordinator.Rules> coordinators,
            Follower.Fold<Roster> events) {

        Make(
                GroupSettings settings,
                Supplier<Follower.Fold<Replica>> folds,
                UnaryOperator<Store> tinker,
                boolean busy,
                Premises premises) {
            this(settings, folds, tinker, busy, premises, () -> Coordinator.Rules.DEFAULT, new RosterFold());
        }
    }

    /** Factory of the engine for a new machine with that clock. */
    interface Premises {
        MachineEngine open(World world, LongSupplier clock);
    }

    final VirtualTime time = new VirtualTime();
    final SimulatedStore store = new SimulatedStore();
    final RandomGenerator random;
    final RandomFaults faults;
    final ReplicaOracle chronicle;
    final RosterOracle roster;
    private final LockOracle locks = new LockOracle(store.leases());
    private final Make make;
    private final List<Machine> machines = new ArrayList<>();
    /** How many machines should be alive. */
    private final int wanted;

    private Consumer<Machine> onTurn = machine -> {};
    private long turns;
    private int mostLeaders;
    private int started;

    World(Storm storm, Make make, int proofEvery, ReplicaOracle.Reader reader) {
        this.make = make;
        this.wanted = storm.groups();
        this.random = RandomGeneratorFactory.of("L64X128MixRandom").create(storm.seed());
        this.faults = new RandomFaults(random, storm.mishaps());
        this.chronicle = new ReplicaOracle(store, make.folds.get(), proofEvery, reader);
        this.roster = new RosterOracle(chronicle, make.coordinators.get().fold());
        store.show((log, first, entries, by) -> {
            roster.appended(log, first, entries, by);
            chronicle.appended(log, first, entries, by);
        });
    }

    /** Sets the listener for turns that machines have had. */
    void onTurn(Consumer<Machine> listener) {
        onTurn = listener;
    }

    /** Most coordinators that believed to lead at the same time. */
    int mostLeaders() {
        return mostLeaders;
    }

    long turns() {
        return turns;
    }

    List<Machine> living() {
        return machines.stream().filter(Machine::isAlive).toList();
    }

    /** Starts a new machine after a delay. */
    void start(long delayNanos) {
        time.after(delayNanos, () -> {
            var connection = new SimulatedConnection(store, faults, time);
            var clock = new LocalClock(time);
            MachineEngine shop = make.premises.open(this, clock);
            var group = new PeerGroup(
                    make.tinker.apply(connection),
                    make.settings
                            .at(shop.site())
                            .with(shop.tags())
                            .clock(() -> Instant.ofEpochMilli(time.nowNanos() / MILLI)),
                    shop,
                    make.folds.get(),
                    make.events,
                    random);
            clock.leap(random.nextLong(Long.MAX_VALUE / 4));
            var machine = new Machine("machine-" + started++, connection, group, clock, shop);
            if (make.settings.cluster().allocation() == Allocation.COORDINATED && needsCoordinator()) {
                machine.give(new Coordinator(
                        make.tinker.apply(connection),
                        COORDINATORS,
                        make.folds.get(),
                        random,
                        make.coordinators.get()));
            }
            if (make.busy) {
                machine.give(new LockWorkload(connection, locks));
            }
            machines.add(machine);
            turn(machine);
        });
    }

    /** There are at least two coordinators, as far as machines reach, and now and then one more. */
    private boolean needsCoordinator() {
        long coordinators = living().stream()
                .filter(machine -> machine.coordinator() != null)
                .count();
        return coordinators < 2 || random.nextBoolean();
    }

    private void judge(Coordinator coordinator, String name) {
        roster.judge(name, coordinator.state().position(), coordinator.state().roster());
        long leaders = living().stream()
                .map(Machine::coordinator)
                .filter(other -> other != null && other.state().leads())
                .count();
        mostLeaders = (int) Math.max(mostLeaders, leaders);
        if (coordinator.isOver()) {
            throw new AssertionError(name + " coordinates no more: " + coordinator.end());
        }
    }

    /** Runs a turn of a machine and schedules the next one after a random pause. */
    private void turn(Machine machine) {
        if (!machine.isAlive()) {
            return;
        }
        if (!machine.isPaused(time.nowNanos())) {
            turns++;
            machine.turn();
            if (machine.hasNews()) {
                chronicle.judge(machine.name, machine.group.position(), machine.group.replica());
            }
            Coordinator coordinator = machine.coordinator();
            if (coordinator != null) {
                judge(coordinator, machine.name);
            }
            if (make.settings.cluster().allocation() == Allocation.COORDINATED) {
                machine.shop.open().forEach(open -> roster.checkBegun(machine.name, open));
            }
            if (machine.group.isOver()) {
                retire(machine);
                return;
            }
            onTurn.accept(machine);
        }
        time.after(random.nextLong(MILLI, machine.shop.longestPauseNanos()), () -> turn(machine));
    }

    /** Closes a machine that was asked to leave and has left; another one starts in its place. */
    private void retire(Machine machine) {
        if (!machine.isLeaving()) {
            throw new AssertionError(machine.name + " takes no more part: " + machine.group.end());
        }
        machine.group.close();
        Coordinator coordinator = machine.coordinator();
        if (coordinator != null) {
            coordinator.close();
        }
        machine.connection.close();
        bury(machine);
        start(random.nextLong(SECOND));
    }

    /** Removes a crashed machine; its session in the store is left as it is. */
    void bury(Machine machine) {
        machine.connection.kill();
        machine.shop.perish();
        machines.remove(machine);
    }

    /** Runs events until a virtual time, or until none is left. */
    void passUntil(long nanos) {
        while (time.nowNanos() < nanos && time.step()) {
            // events do all the work
        }
    }

    /**
     * Whether the cluster has converged: the wanted number of machines is alive, each holds its pulse lease, has read
     * the whole log and is settled, and the ring has exactly these members and no join under way.
     */
    boolean hasConverged() {
        var living = new TreeSet<GroupId>();
        long last = store.log(LogScanner.LOG).last();
        for (Machine machine : machines) {
            boolean settled = machine.group.isSettled()
                    && machine.group.position() == last
                    && !machine.isPaused(time.nowNanos())
                    && !machine.isLeaving()
                    && store.leases().isHeld("pulses/" + machine.group.id());
            if (!settled) {
                return false;
            }
            living.add(machine.group.id());
        }
        var ring = chronicle.state().ring();
        return living.size() == wanted
                && ring.joining().isEmpty()
                && List.copyOf(living).equals(ring.members().keys().inOrder());
    }

    String describe() {
        var text = new StringBuilder();
        for (Machine machine : machines) {
            text.append("\n  ").append(machine.name).append(' ').append(machine.group.id());
            text.append(machine.group.isSettled() ? " settled" : " not settled");
            text.append(" at ").append(machine.group.position());
            Coordinator coordinator = machine.coordinator();
            if (coordinator != null) {
                text.append(coordinator.state().leads() ? ", leads" : ", stands by");
                text.append(" at ").append(coordinator.state().position());
            }
        }
        return text + "\n  " + chronicle.state().ring() + "\n  " + roster.state();
    }
}
