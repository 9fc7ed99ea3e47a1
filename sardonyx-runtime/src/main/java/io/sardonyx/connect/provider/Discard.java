package io.sardonyx.connect.provider;

import io.sardonyx.job.Parameters;
import io.sardonyx.plugin.Output;
import io.sardonyx.plugin.OutputProvider;
import io.sardonyx.plugin.TaskContext;

/** Output plugin {@code null}: drops segments, which are only counted. */
public final class Discard implements OutputProvider {

    public static final String NAME = "null";

    private static final PluginParameters PARAMETERS = PluginParameters.by(NAME);

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public void check(Parameters parameters) {
        PARAMETERS.check(parameters);
    }

    @Override
    public Output open(TaskContext context) {
        check(context.parameters());
        return new Output() {
            private long taken;

            @Override
            public int write(Object[] segments, int from, int to) {
                taken += to - from;
                return to - from;
            }

            @Override
            public long settled() {
                return taken;
            }
        };
    }
}
