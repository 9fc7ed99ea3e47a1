package io.sardonyx.function;

import java.lang.reflect.GenericArrayType;
import java.lang.reflect.Modifier;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;
import java.lang.reflect.WildcardType;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Looks for arrays in the types of keys, at whatever depth: an array is equal to no copy of itself, so no state would
 * be found again. What an interface or {@code Object} hides is seen only when a key comes.
 */
final class KeyTypes {

    private final Set<Type> seen = new HashSet<>();

    private KeyTypes() {}

    /** The array in a type, with its place if that is a component of a record; null if declarations tell of none. */
    static @Nullable String array(Type type) {
        return new KeyTypes().find(type, "");
    }

    private @Nullable String find(Type type, String place) {
        if (!seen.add(type)) {
            return null;
        }
        if (type instanceof Class<?> it) {
            return it.isArray() ? it.getTypeName() + place : findWithin(it, place);
        }
        if (type instanceof ParameterizedType it) {
            String found = findAny(it.getActualTypeArguments(), place);
            return found == null ? find(it.getRawType(), place) : found;
        }
        if (type instanceof WildcardType it) {
            return findAny(it.getUpperBounds(), place);
        }
        if (type instanceof TypeVariable<?> it) {
            return findAny(it.getBounds(), place);
        }
        return type instanceof GenericArrayType ? type.getTypeName() + place : null;
    }

    private @Nullable String findAny(Type[] types, String place) {
        for (Type type : types) {
            String found = find(type, place);
            if (found != null) {
                return found;
            }
        }
        return null;
    }

    private @Nullable String findWithin(Class<?> type, String place) {
        if (type.isRecord()) {
            return hasOwnEquals(type) ? null : findInComponents(type);
        }
        return type.isSealed() && !type.isEnum() ? findAny(type.getPermittedSubclasses(), place) : null;
    }

    private @Nullable String findInComponents(Class<?> type) {
        for (RecordComponent component : type.getRecordComponents()) {
            String found = find(
                    component.getGenericType(), " as component " + component.getName() + " of " + type.getTypeName());
            if (found != null) {
                return found;
            }
        }
        return null;
    }

    /** Whether a record says itself what it is equal to; the {@code equals} that the compiler makes is final. */
    private static boolean hasOwnEquals(Class<?> type) {
        try {
            return !Modifier.isFinal(
                    type.getDeclaredMethod("equals", Object.class).getModifiers());
        } catch (NoSuchMethodException e) {
            return false;
        }
    }
}
