package io.sardonyx.connect.provider;

import io.sardonyx.connect.format.SegmentReader;
import io.sardonyx.plugin.Input;
import io.sardonyx.plugin.InputProvider;

/** Input plugin {@code lines}: lines of files as strings. */
public final class LineFiles extends BuiltinPlugin<Input> implements InputProvider {

    public static final String NAME = "lines";

    public LineFiles() {
        super(
                FileInput.parameters(NAME),
                (parameters, context) -> new FileInput(parameters, file -> SegmentReader::text));
    }
}
