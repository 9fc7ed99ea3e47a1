package io.sardonyx.connect.provider;

import io.sardonyx.plugin.Output;
import io.sardonyx.plugin.OutputProvider;
import io.sardonyx.plugin.TaskContext;
import java.util.function.Consumer;

/** Output plugin {@code callback}: passes segments to a {@link Consumer} that the process provides under a name. */
public final class Callback extends BuiltinPlugin<Output> implements OutputProvider {

    public static final String NAME = "callback";

    public Callback() {
        super(NamedResources.parameters(NAME), (parameters, context) -> new ConsumerOutput(consumer(context)));
    }

    @SuppressWarnings("unchecked") // the job and the consumer have to agree on the type
    private static Consumer<Object> consumer(TaskContext context) {
        return (Consumer<Object>) NamedResources.named(context, Consumer.class, "a Consumer");
    }
}
