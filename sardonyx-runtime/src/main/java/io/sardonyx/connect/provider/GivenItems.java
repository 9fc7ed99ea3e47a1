package io.sardonyx.connect.provider;

import io.sardonyx.job.Parameters;
import io.sardonyx.plugin.Input;
import io.sardonyx.plugin.InputProvider;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** Input plugin {@code items}: segments that are stored in the job itself. */
public final class GivenItems extends BuiltinPlugin<Input> implements InputProvider {

    public static final String NAME = "items";
    public static final String SEGMENTS = "segments";

    public GivenItems() {
        super(PluginParameters.by(NAME).list(SEGMENTS).required(SEGMENTS), (parameters, context) -> {
            List<Object> segments =
                    parameters.list(SEGMENTS).stream().map(GivenItems::plain).toList();
            return new IterableInput(NAME, () -> segments);
        });
    }

    /** A parameter table as an unmodifiable map, as a replay emits the same instance again. */
    private static Object plain(Object value) {
        if (value instanceof Parameters table) {
            Map<String, Object> map = new LinkedHashMap<>();
            for (String name : table.names()) {
                map.put(name, plain(Objects.requireNonNull(table.value(name))));
            }
            return Collections.unmodifiableMap(map);
        }
        return value instanceof List<?> list
                ? list.stream().map(GivenItems::plain).toList()
                : value;
    }
}
