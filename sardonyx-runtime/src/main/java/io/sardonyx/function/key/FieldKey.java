package io.sardonyx.function.key;

import io.sardonyx.function.BoundArguments;
import io.sardonyx.function.Invocation;
import io.sardonyx.function.Specializer;
import java.lang.reflect.Method;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A key of fields: entries of a map, or components of a record, whose accessors are looked up once for each class. */
final class FieldKey implements KeyFunction {

    /** How the fields of one class are read. */
    private record Reader(Class<?> type, List<Invocation> accessors) {}

    private final String[] names;
    private final ClassValue<Reader> readers;
    private @Nullable Reader latest;

    FieldKey(List<String> names, Specializer copies) {
        this.names = names.toArray(String[]::new);
        this.readers = new ClassValue<>() {
            @Override
            protected Reader computeValue(Class<?> type) {
                return reader(type, copies);
            }
        };
    }

    @Override
    public Object key(Object segment) throws Throwable {
        if (segment instanceof Map<?, ?> map) {
            return names.length == 1 ? entry(map, names[0]) : entries(map);
        }
        Reader reader = latest;
        if (reader == null || reader.type() != segment.getClass()) {
            reader = readers.get(segment.getClass());
            latest = reader;
        }
        if (names.length == 1) {
            return component(segment, reader, 0);
        }
        var key = new Object[names.length];
        for (int i = 0; i < key.length; i++) {
            key[i] = component(segment, reader, i);
        }
        return List.of(key);
    }

    private List<Object> entries(Map<?, ?> map) {
        var key = new Object[names.length];
        for (int i = 0; i < key.length; i++) {
            key[i] = entry(map, names[i]);
        }
        return List.of(key);
    }

    private static Object entry(Map<?, ?> map, String name) {
        Object value = map.get(name);
        if (value == null) {
            throw map.containsKey(name)
                    ? nullField(map, name)
                    : new MissingKey("a map has no field " + name + " to be grouped by; it has " + map.keySet());
        }
        return value;
    }

    private Object component(Object segment, Reader reader, int index) throws Throwable {
        Object value = reader.accessors().get(index).call(segment);
        if (value == null) {
            throw nullField(segment, names[index]);
        }
        return value;
    }

    private static MissingKey nullField(Object segment, String name) {
        return new MissingKey("field " + name + " of a " + segment.getClass().getName()
                + " is null, which is no key; group by a function that says what is meant");
    }

    private Reader reader(Class<?> type, Specializer copies) {
        RecordComponent[] components = type.getRecordComponents();
        if (components == null) {
            throw new MissingKey("a " + type.getName() + " has no field " + names[0]
                    + " to be grouped by, for only maps and records have fields; group by a function instead");
        }
        var accessors = new Invocation[names.length];
        for (int i = 0; i < accessors.length; i++) {
            Method accessor = accessor(type, components, names[i]);
            accessors[i] = copies.invocation(accessor, BoundArguments.none(accessor.getName()));
        }
        return new Reader(type, List.of(accessors));
    }

    private static Method accessor(Class<?> type, RecordComponent[] components, String name) {
        List<String> known =
                Arrays.stream(components).map(RecordComponent::getName).toList();
        int index = known.indexOf(name);
        if (index < 0) {
            throw new MissingKey(
                    "a " + type.getName() + " has no field " + name + " to be grouped by; it has " + known);
        }
        Method accessor = components[index].getAccessor();
        accessor.setAccessible(true);
        return accessor;
    }
}
