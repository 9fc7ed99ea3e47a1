package io.sardonyx.connect.provider;

import io.sardonyx.connect.format.SegmentReader;
import io.sardonyx.job.Parameters;
import io.sardonyx.plugin.Input;
import io.sardonyx.plugin.InputProvider;
import io.sardonyx.plugin.TaskContext;

/** Input plugin {@code json-lines}: lines of files, parsed as JSON values; objects become maps. */
public final class JsonLineFiles implements InputProvider {

    public static final String NAME = "json-lines";

    private static final PluginParameters PARAMETERS = FileInput.parameters(NAME);

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
        return new FileInput(context.parameters(), file -> SegmentReader::json);
    }
}
