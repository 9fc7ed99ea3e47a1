package io.sardonyx.connect.provider;

import io.sardonyx.plugin.Output;
import io.sardonyx.plugin.OutputProvider;

/** Output plugin {@code null}: drops segments, which are only counted. */
public final class Discard extends BuiltinPlugin<Output> implements OutputProvider {

    public static final String NAME = "null";

    public Discard() {
        super(PluginParameters.by(NAME), (parameters, context) -> new Counter());
    }

    private static final class Counter implements Output {

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
    }
}
