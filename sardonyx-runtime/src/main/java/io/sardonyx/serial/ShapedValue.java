package io.sardonyx.serial;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A record or an enum constant of a class that this process does not have, decoded by the shape that was stored with
 * it. Its key group is that of the original.
 */
public sealed interface ShapedValue {

    /** A record: the values of its components, in the order in which these are declared. */
    record RecordValue(String type, List<String> components, List<@Nullable Object> values) implements ShapedValue {}

    /** A constant of an enum. */
    record EnumValue(String type, String name) implements ShapedValue {}

    /**
     * A value in terms of the JDK: a record is a map by component names, a constant its name, a set a list, an empty
     * Optional null.
     */
    static @Nullable Object plain(@Nullable Object value) {
        if (value instanceof RecordValue record) {
            var map = new LinkedHashMap<String, @Nullable Object>();
            for (int i = 0; i < record.components.size(); i++) {
                map.put(record.components.get(i), plain(record.values.get(i)));
            }
            return Collections.unmodifiableMap(map);
        }
        if (value instanceof EnumValue constant) {
            return constant.name;
        }
        if (value instanceof Optional<?> optional) {
            return plain(optional.orElse(null));
        }
        if (value instanceof Collection<?> items) {
            var list = new ArrayList<@Nullable Object>(items.size());
            items.forEach(item -> list.add(plain(item)));
            return Collections.unmodifiableList(list);
        }
        if (value instanceof Map<?, ?> entries) {
            var map = new LinkedHashMap<@Nullable Object, @Nullable Object>();
            entries.forEach((key, entry) -> map.put(plain(key), plain(entry)));
            return Collections.unmodifiableMap(map);
        }
        return value;
    }
}
