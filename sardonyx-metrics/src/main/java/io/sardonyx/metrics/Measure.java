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
 * The definition of a meter: name, description, and the function that reads its value from an object.
 *
 * @param name in Micrometer's notation; Prometheus replaces the dots, and adds {@code _total} to counters
 * @param counts whether it is a counter, which only grows, or a gauge
 */
record Measure<T>(String name, String description, boolean counts, ToDoubleFunction<T> number) {

    static <T> Measure<T> count(String name, String description, ToDoubleFunction<T> number) {
        return new Measure<>(name, description, true, number);
    }

    static <T> Measure<T> gauge(String name, String description, ToDoubleFunction<T> number) {
        return new Measure<>(name, description, false, number);
    }

    /** A boolean as a gauge's value. */
    static double flag(boolean holds) {
        return holds ? 1 : 0;
    }

    /** Registers the meter in a registry, which from then on reads the object from the supplier at each scrape. */
    Meter in(MeterRegistry registry, Tags tags, Supplier<T> thing) {
        if (counts) {
            var growing = new Growing<>(thing, number);
            // Micrometer holds a counter's object weakly: so that is the registry, which lives as long, and the lambda
            // holds the count.
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
     * A monotonic counter value: the maximum seen so far. When a peer stops, there is a moment in which its numbers are
     * neither in the running nor in the ended ones; a rate function would take the dip for a restart.
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
