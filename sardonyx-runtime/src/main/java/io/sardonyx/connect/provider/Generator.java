package io.sardonyx.connect.provider;

import io.sardonyx.job.Parameters;
import io.sardonyx.plugin.Input;
import io.sardonyx.plugin.InputProvider;
import io.sardonyx.plugin.TaskContext;

/** Input plugin {@code generator}: the numbers from 0 on, bounded or endless, with an optional rate limit. */
public final class Generator extends BuiltinPlugin<Input> implements InputProvider {

    public static final String NAME = "generator";
    public static final String COUNT = "count";
    static final String PARTITIONS = "partitions";
    static final String RATE = "rate";

    static final int MAX_PARTITIONS = 10_000;

    public Generator() {
        super(
                PluginParameters.by(NAME)
                        .whole(COUNT, 0, NumberInput.ENDLESS)
                        .whole(PARTITIONS, 1, MAX_PARTITIONS)
                        .positive(RATE),
                Generator::numbers);
    }

    private static Input numbers(Parameters parameters, TaskContext context) {
        int partitions = parameters.whole(PARTITIONS).orElse(1L).intValue();
        double perSecond =
                parameters.number(RATE).map(rate -> rate.doubleValue()).orElse(Double.POSITIVE_INFINITY);
        return new NumberInput(
                parameters.whole(COUNT).orElse(NumberInput.ENDLESS),
                partitions,
                perSecond / partitions,
                context::nanoTime);
    }
}
