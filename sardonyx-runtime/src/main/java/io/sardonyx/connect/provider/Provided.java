package io.sardonyx.connect.provider;

import io.sardonyx.job.Parameters;
import io.sardonyx.plugin.Input;
import io.sardonyx.plugin.InputProvider;
import io.sardonyx.plugin.TaskContext;

/** Input plugin {@code provided}: segments of an Iterable that the process provides under a name. */
public final class Provided implements InputProvider {

    public static final String NAME = "provided";

    private static final PluginParameters PARAMETERS =
            PluginParameters.by(NAME).text(NamedResources.NAME).required(NamedResources.NAME);

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public void check(Parameters parameters) {
        PARAMETERS.check(parameters);
    }

    @Override
    public Input open(TaskContext context) {
        check(context.parameters());
        Iterable<?> items = NamedResources.named(context, Iterable.class, "an Iterable");
        return new IterableInput(context.parameters().text(NamedResources.NAME).orElseThrow(), () -> items);
    }
}
