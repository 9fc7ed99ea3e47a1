package io.sardonyx.connect.provider;

import io.sardonyx.job.Parameters;
import io.sardonyx.plugin.TaskContext;
import java.io.IOException;

/**
 * Base of the built-in plugins: what a provider has to say beside its name and parameters is only how it is opened.
 *
 * @param <T> {@code Input} or {@code Output}
 */
abstract class BuiltinPlugin<T> {

    /** Opens an instance, with parameters that are checked. */
    interface Opener<T> {
        T open(Parameters parameters, TaskContext context) throws IOException;
    }

    private final PluginParameters parameters;
    private final Opener<T> opener;

    BuiltinPlugin(PluginParameters parameters, Opener<T> opener) {
        this.parameters = parameters;
        this.opener = opener;
    }

    public final String name() {
        return parameters.plugin();
    }

    public final void check(Parameters given) {
        parameters.check(given);
    }

    public final T open(TaskContext context) throws IOException {
        check(context.parameters());
        return opener.open(context.parameters(), context);
    }
}
