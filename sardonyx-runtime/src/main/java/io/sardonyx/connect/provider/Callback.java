package io.sardonyx.connect.provider;

import io.sardonyx.job.Parameters;
import io.sardonyx.plugin.Output;
import io.sardonyx.plugin.OutputProvider;
import io.sardonyx.plugin.TaskContext;
import java.util.function.Consumer;

/** Output plugin {@code callback}: passes segments to a {@link Consumer} that the process provides under a name. */
public final class Callback implements OutputProvider {

    public static final String NAME = "callback";

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
    @SuppressWarnings("unchecked") // the job and the consumer have to agree on the type
    public Output open(TaskContext context) {
        check(context.parameters());
        return new ConsumerOutput((Consumer<Object>) NamedResources.named(context, Consumer.class, "a Consumer"));
    }
}
