package io.sardonyx.testkit.simulate;

import io.sardonyx.exchange.Exchange;
import io.sardonyx.flow.FrameOrder;
import io.sardonyx.plugin.Output;
import io.sardonyx.port.Store;
import java.util.function.LongPredicate;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/**
 * What stands between the engine and its surroundings: nothing, or a planted bug.
 *
 * @param orders what takes the frames of a link by their numbers
 */
record Tinkering(
        UnaryOperator<Store> stores,
        UnaryOperator<Exchange> exchanges,
        UnaryOperator<Output> outputs,
        Supplier<LongPredicate> orders) {

    static final Tinkering NONE = new Tinkering(
            UnaryOperator.identity(), UnaryOperator.identity(), UnaryOperator.identity(), Tinkering::order);

    private static LongPredicate order() {
        return new FrameOrder()::takes;
    }

    Tinkering stores(UnaryOperator<Store> other) {
        return new Tinkering(other, exchanges, outputs, orders);
    }

    Tinkering exchanges(UnaryOperator<Exchange> other) {
        return new Tinkering(stores, other, outputs, orders);
    }

    Tinkering outputs(UnaryOperator<Output> other) {
        return new Tinkering(stores, exchanges, other, orders);
    }

    Tinkering orders(Supplier<LongPredicate> other) {
        return new Tinkering(stores, exchanges, outputs, other);
    }
}
