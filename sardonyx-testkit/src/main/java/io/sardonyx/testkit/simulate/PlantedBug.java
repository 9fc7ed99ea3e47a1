package io.sardonyx.testkit.simulate;

import io.sardonyx.channel.Channels;
import io.sardonyx.coordinate.Coordinator;
import io.sardonyx.coordinator.Roster;
import io.sardonyx.follow.Follower;
import io.sardonyx.follow.ReplicaFold;
import io.sardonyx.plugin.Output;
import io.sardonyx.port.Broker;
import io.sardonyx.port.Store;
import io.sardonyx.replica.Replica;
import io.sardonyx.testkit.simulate.oracle.StateOracle;
import io.sardonyx.wire.FrameOrder;
import java.util.function.LongPredicate;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/**
 * Mutations for testing the oracles: decorators between the engine and its environment, each of which is the identity
 * or plants a bug that an oracle must detect.
 *
 * @param stores between groups and their stores
 * @param exchanges between the network and the delivery oracle, for bugs in transport
 * @param ends between the delivery oracle and the engine, for bugs in the engine
 * @param outputs between the engine and its outputs
 * @param brokers between the engine and its connections to brokers
 * @param orders makes the predicate that accepts frames of a link by sequence number
 * @param coordinators makes the rules of each coordinator; the fold in them is that of the reference roster, too
 * @param events fold of the coordinator's log in processes with peers
 * @param watches selects the task loop that a machine abandons when a function is stuck
 * @param replicas makes the fold of the log in each process, and that of the reference replica
 * @param tables between tasks and the tables of their state
 */
record PlantedBug(
        UnaryOperator<Store> stores,
        UnaryOperator<Channels> exchanges,
        UnaryOperator<Channels> ends,
        UnaryOperator<Output> outputs,
        UnaryOperator<Broker> brokers,
        Supplier<LongPredicate> orders,
        Supplier<Coordinator.Rules> coordinators,
        Follower.Fold<Roster> events,
        SimulatedEngine.Watch watches,
        Supplier<Follower.Fold<Replica>> replicas,
        StateOracle.Tables tables) {

    /** No bug: every decorator is the identity. */
    static final PlantedBug NONE = new PlantedBug(
            UnaryOperator.identity(),
            UnaryOperator.identity(),
            UnaryOperator.identity(),
            UnaryOperator.identity(),
            UnaryOperator.identity(),
            PlantedBug::order,
            () -> Coordinator.Rules.DEFAULT,
            Coordinator.Rules.DEFAULT.fold(),
            (hanging, all) -> hanging,
            ReplicaFold::new,
            (self, tables) -> tables);

    private static LongPredicate order() {
        return new FrameOrder()::takes;
    }

    PlantedBug stores(UnaryOperator<Store> other) {
        return new PlantedBug(
                other, exchanges, ends, outputs, brokers, orders, coordinators, events, watches, replicas, tables);
    }

    PlantedBug exchanges(UnaryOperator<Channels> other) {
        return new PlantedBug(
                stores, other, ends, outputs, brokers, orders, coordinators, events, watches, replicas, tables);
    }

    PlantedBug ends(UnaryOperator<Channels> other) {
        return new PlantedBug(
                stores, exchanges, other, outputs, brokers, orders, coordinators, events, watches, replicas, tables);
    }

    PlantedBug outputs(UnaryOperator<Output> other) {
        return new PlantedBug(
                stores, exchanges, ends, other, brokers, orders, coordinators, events, watches, replicas, tables);
    }

    PlantedBug brokers(UnaryOperator<Broker> other) {
        return new PlantedBug(
                stores, exchanges, ends, outputs, other, orders, coordinators, events, watches, replicas, tables);
    }

    PlantedBug orders(Supplier<LongPredicate> other) {
        return new PlantedBug(
                stores, exchanges, ends, outputs, brokers, other, coordinators, events, watches, replicas, tables);
    }

    PlantedBug watches(SimulatedEngine.Watch other) {
        return new PlantedBug(
                stores, exchanges, ends, outputs, brokers, orders, coordinators, events, other, replicas, tables);
    }

    PlantedBug coordinators(Supplier<Coordinator.Rules> other) {
        return new PlantedBug(
                stores, exchanges, ends, outputs, brokers, orders, other, events, watches, replicas, tables);
    }

    PlantedBug events(Follower.Fold<Roster> other) {
        return new PlantedBug(
                stores, exchanges, ends, outputs, brokers, orders, coordinators, other, watches, replicas, tables);
    }

    PlantedBug replicas(Supplier<Follower.Fold<Replica>> other) {
        return new PlantedBug(
                stores, exchanges, ends, outputs, brokers, orders, coordinators, events, watches, other, tables);
    }

    PlantedBug tables(StateOracle.Tables other) {
        return new PlantedBug(
                stores, exchanges, ends, outputs, brokers, orders, coordinators, events, watches, replicas, other);
    }
}
