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
record Tinkering(
        UnaryOperator<Store> stores,
        UnaryOperator<Channels> exchanges,
        UnaryOperator<Channels> ends,
        UnaryOperator<Output> outputs,
        Supplier<LongPredicate> orders,
        EngineShop.Watch watches) {

    static final Tinkering NONE = new Tinkering(
            UnaryOperator.identity(),
            UnaryOperator.identity(),
            UnaryOperator.identity(),
            UnaryOperator.identity(),
            Tinkering::order,
            (hanging, all) -> hanging);

    private static LongPredicate order() {
        return new FrameOrder()::takes;
    }

    Tinkering stores(UnaryOperator<Store> other) {
        return new Tinkering(other, exchanges, ends, outputs, orders, watches);
    }

    Tinkering exchanges(UnaryOperator<Channels> other) {
        return new Tinkering(stores, other, ends, outputs, orders, watches);
    }

    Tinkering ends(UnaryOperator<Channels> other) {
        return new Tinkering(stores, exchanges, other, outputs, orders, watches);
    }

    Tinkering outputs(UnaryOperator<Output> other) {
        return new Tinkering(stores, exchanges, ends, other, orders, watches);
    }

    Tinkering orders(Supplier<LongPredicate> other) {
        return new Tinkering(stores, exchanges, ends, outputs, other, watches);
    }

    Tinkering watches(EngineShop.Watch other) {
        return new Tinkering(stores, exchanges, ends, outputs, orders, other);
    }
}
