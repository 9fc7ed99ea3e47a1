package io.sardonyx.serial;

import java.lang.reflect.GenericArrayType;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;
import java.lang.reflect.WildcardType;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Finds the records and enums of which values of some types consist, by reflection. */
final class TypeScan {

    private final Set<Type> seen = new LinkedHashSet<>();

    /** The automatic codec of a record or an enum. */
    static TypeCodec form(Class<?> type) {
        if (type.isRecord()) {
            return RecordCodec.of(type.asSubclass(Record.class));
        }
        if (type.isEnum()) {
            return EnumCodec.of(type);
        }
        throw new IllegalArgumentException(
                type.getName() + " is neither record nor enum; register it with a writer and a reader");
    }

    TypeScan with(Collection<? extends Type> types) {
        for (Type type : types) {
            if (seen.add(type)) {
                with(parts(type));
            }
        }
        return this;
    }

    List<Class<?>> found() {
        return seen.stream()
                .<Class<?>>mapMulti((type, found) -> {
                    if (type instanceof Class<?> it && (it.isRecord() || it.isEnum())) {
                        found.accept(it);
                    }
                })
                .toList();
    }

    private static List<Type> parts(Type type) {
        if (type instanceof Class<?> it) {
            return parts(it);
        }
        if (type instanceof ParameterizedType it) {
            var parts = new LinkedHashSet<Type>(Arrays.asList(it.getActualTypeArguments()));
            parts.add(it.getRawType());
            return List.copyOf(parts);
        }
        if (type instanceof WildcardType it) {
            return List.of(it.getUpperBounds());
        }
        if (type instanceof TypeVariable<?> it) {
            return List.of(it.getBounds());
        }
        return type instanceof GenericArrayType it ? List.of(it.getGenericComponentType()) : List.of();
    }

    private static List<Type> parts(Class<?> type) {
        if (type.isRecord()) {
            return Arrays.stream(type.getRecordComponents())
                    .map(RecordComponent::getGenericType)
                    .toList();
        }
        if (type.isArray()) {
            return List.of(type.getComponentType());
        }
        return type.isSealed() && !type.isEnum() ? List.of(type.getPermittedSubclasses()) : List.of();
    }
}
