package io.sardonyx.json;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.RecordComponent;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Components of a record by name, in order of declaration. */
public final class RecordComponents {

    /** Accessors by class, cached as long as the class is loaded. */
    private static final ClassValue<Map<String, Method>> ACCESSORS = new ClassValue<>() {
        @Override
        protected Map<String, Method> computeValue(Class<?> type) {
            var accessors = new LinkedHashMap<String, Method>();
            for (RecordComponent component : type.getRecordComponents()) {
                Method accessor = component.getAccessor();
                accessor.setAccessible(true);
                accessors.put(component.getName(), accessor);
            }
            return Collections.unmodifiableMap(accessors);
        }
    };

    private RecordComponents() {}

    /** The values of this record's components. */
    public static Map<String, @Nullable Object> of(Record value) {
        var components = new LinkedHashMap<String, @Nullable Object>();
        ACCESSORS.get(value.getClass()).forEach((name, accessor) -> components.put(name, component(value, accessor)));
        return components;
    }

    private static @Nullable Object component(Record value, Method accessor) {
        try {
            return accessor.invoke(value);
        } catch (IllegalAccessException | InvocationTargetException e) {
            throw new IllegalArgumentException(
                    "component " + accessor.getName() + " of a "
                            + value.getClass().getName() + " cannot be read",
                    e);
        }
    }
}
