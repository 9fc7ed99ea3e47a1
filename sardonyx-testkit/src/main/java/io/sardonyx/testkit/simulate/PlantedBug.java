package io.sardonyx.testkit.simulate;

import io.sardonyx.channel.Channels;
import io.sardonyx.plugin.Output;
import io.sardonyx.port.Store;
import io.sardonyx.wire.FrameOrder;
import java.util.function.LongPredicate;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/**
 * What stands between the engine and its surroundings: nothing, or a planted bug.
 *
 * @param exchanges between the engine and its links, in front of the check that what comes was sent
 * @param ends between the engine and that check, for what the engine might say itself
 * @param orders what takes the frames of a link by their numbers
 * @param watches whom a machine abandons when a function does not return
 */
record PlantedBug(
        UnaryOperator<Store> stores,
        UnaryOperator<Channels> exchanges,
        UnaryOperator<Channels> ends,
        UnaryOperator<Output> outputs,
        Supplier<LongPredicate> orders,
        SimulatedEngine.Watch watches) {

    static final PlantedBug NONE = new PlantedBug(
            UnaryOperator.identity(),
            UnaryOperator.identity(),
            UnaryOperator.identity(),
            UnaryOperator.identity(),
            PlantedBug::order,
            (hanging, all) -> hanging);

    private static LongPredicate order() {
        return new FrameOrder()::takes;
    }

    PlantedBug stores(UnaryOperator<Store> other) {
        return new PlantedBug(other, exchanges, ends, outputs, orders, watches);
    }

    PlantedBug exchanges(UnaryOperator<Channels> other) {
        return new PlantedBug(stores, other, ends, outputs, orders, watches);
    }

    PlantedBug ends(UnaryOperator<Channels> other) {
        return new PlantedBug(stores, exchanges, other, outputs, orders, watches);
    }

    PlantedBug outputs(UnaryOperator<Output> other) {
        return new PlantedBug(stores, exchanges, ends, other, orders, watches);
    }

    PlantedBug orders(Supplier<LongPredicate> other) {
        return new PlantedBug(stores, exchanges, ends, outputs, other, watches);
    }

    PlantedBug watches(SimulatedEngine.Watch other) {
        return new PlantedBug(stores, exchanges, ends, outputs, orders, other);
    }
}
