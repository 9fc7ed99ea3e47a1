package io.sardonyx.metrics;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import java.util.concurrent.atomic.DoubleAccumulator;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;

/**
 * Something that can be told of a thing in a number.
 *
 * @param name as Micrometer has it; Prometheus replaces the dots, and adds {@code _total} to counts
 * @param counts whether it only grows
 */
record Measure<T>(String name, String description, boolean counts, ToDoubleFunction<T> number) {

    static <T> Measure<T> count(String name, String description, ToDoubleFunction<T> number) {
        return new Measure<>(name, description, true, number);
    }

    static <T> Measure<T> gauge(String name, String description, ToDoubleFunction<T> number) {
        return new Measure<>(name, description, false, number);
    }

    static double flag(boolean holds) {
        return holds ? 1 : 0;
    }

    /** Shows it in a registry, which from now on asks for the thing whenever it is read. */
    Meter in(MeterRegistry registry, Tags tags, Supplier<T> thing) {
        if (counts) {
            var growing = new Growing<>(thing, number);
            /* A counter forgets its object when nobody else holds it; so that is the registry, and not the count. */
            return FunctionCounter.builder(name, registry, any -> growing.value())
                    .tags(tags)
                    .description(description)
                    .register(registry);
        }
        return Gauge.builder(name, () -> number.applyAsDouble(thing.get()))
                .tags(tags)
                .description(description)
                .register(registry);
    }

    /**
     * A count that never falls. When a peer stops there is a moment in which its numbers are neither among those of the
     * running nor among those of the ended; whoever computes rates would take that for a restart.
     */
    private record Growing<T>(Supplier<T> thing, ToDoubleFunction<T> number, DoubleAccumulator most) {

        Growing(Supplier<T> thing, ToDoubleFunction<T> number) {
            this(thing, number, new DoubleAccumulator(Math::max, 0));
        }

        double value() {
            most.accumulate(number.applyAsDouble(thing.get()));
            return most.get();
        }
    }
}
