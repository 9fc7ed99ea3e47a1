package io.sardonyx.connect.provider;

import io.sardonyx.connect.format.SegmentReader;
import io.sardonyx.plugin.Input;
import io.sardonyx.plugin.InputProvider;

/** Input plugin {@code json-lines}: lines of files, parsed as JSON values; objects become maps. */
public final class JsonLineFiles extends BuiltinPlugin<Input> implements InputProvider {

    public static final String NAME = "json-lines";

    public JsonLineFiles() {
        super(
                FileInput.parameters(NAME),
                (parameters, context) -> new FileInput(parameters, file -> SegmentReader::json));
    }
}
