package io.sardonyx.function.type;

import io.sardonyx.function.Conversion;
import io.sardonyx.function.ResultKind;
import java.lang.reflect.Array;
import java.lang.reflect.GenericArrayType;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;
import java.lang.reflect.WildcardType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Whether values of one declared type can be, or always are, of another; by erased types, as calls are at run time. */
public final class TypeRelation {

    /** What a result may be a sequence of segments as. */
    private static final List<Class<?>> SEQUENCES = List.of(Iterable.class, Iterator.class, Stream.class);

    /** The numbers in the order in which Java widens them; a character goes where an int does. */
    private static final List<Class<?>> WIDENING =
            List.of(byte.class, short.class, int.class, long.class, float.class, double.class);

    private TypeRelation() {}

    /** Whether every value of one type can be given to a method that takes another. */
    static boolean isTaken(Class<?> given, Class<?> taken) {
        return accepted(taken).stream().anyMatch(one -> one.isAssignableFrom(Conversion.boxed(given)));
    }

    /** Whether no value of one type can be given to a method that takes another. */
    public static boolean isNeverTaken(Class<?> given, Class<?> taken) {
        return accepted(taken).stream().allMatch(one -> isDisjoint(Conversion.boxed(given), one));
    }

    /** The classes whose values an argument accepts: of a number also all that are widened to it. */
    private static List<Class<?>> accepted(Class<?> taken) {
        int index = WIDENING.indexOf(taken);
        if (index < 0) {
            return List.of(Conversion.boxed(taken));
        }
        var accepted = new ArrayList<Class<?>>();
        WIDENING.subList(0, index + 1).forEach(number -> accepted.add(Conversion.boxed(number)));
        if (index >= WIDENING.indexOf(int.class)) {
            accepted.add(Character.class);
        }
        return accepted;
    }

    /** Whether nothing is of both types. Another process makes lists, sets and maps of its own classes of ours. */
    private static boolean isDisjoint(Class<?> one, Class<?> other) {
        if (one.isAssignableFrom(other) || other.isAssignableFrom(one)) {
            return false;
        }
        if (one.isArray() && other.isArray()) {
            Class<?> component = one.getComponentType();
            Class<?> others = other.getComponentType();
            return component.isPrimitive() || others.isPrimitive() || isDisjoint(component, others);
        }
        if (areBoth(Map.class, one, other) || areBoth(Collection.class, one, other)) {
            return false;
        }
        return isFinal(one) || isFinal(other) || !one.isInterface() && !other.isInterface();
    }

    private static boolean areBoth(Class<?> kind, Class<?> one, Class<?> other) {
        return kind.isAssignableFrom(one) && kind.isAssignableFrom(other);
    }

    /** Whether a class has no subclasses that could be something else as well. */
    static boolean isFinal(Class<?> type) {
        return type.isArray() || Modifier.isFinal(type.getModifiers());
    }

    /** The generic type of the segments that a function gives. */
    static Type given(Method method, ResultKind kind) {
        Type result = method.getGenericReturnType();
        return switch (kind) {
            case MAYBE -> argument(result, Optional.class);
            case BATCH -> argument(result, List.class);
            case MANY -> element(result);
            default -> result;
        };
    }

    /** The generic type of the elements of an Iterable, Iterator, stream or array. */
    static Type element(Type sequence) {
        Class<?> raw = erased(sequence);
        if (raw.isArray()) {
            return sequence instanceof GenericArrayType array
                    ? array.getGenericComponentType()
                    : raw.getComponentType();
        }
        return SEQUENCES.stream()
                .filter(kind -> kind.isAssignableFrom(raw))
                .findFirst()
                .map(kind -> argument(sequence, kind))
                .orElse(Object.class);
    }

    /** The argument that a type has for the only parameter of a generic class it extends; Object when it has none. */
    static Type argument(Type type, Class<?> generic) {
        Type found = supertype(type, generic);
        return found instanceof ParameterizedType parameterized
                ? parameterized.getActualTypeArguments()[0]
                : Object.class;
    }

    private static @Nullable Type supertype(Type type, Class<?> generic) {
        Class<?> raw = erased(type);
        if (raw == generic) {
            return type;
        }
        var parents = new ArrayList<Type>(Arrays.asList(raw.getGenericInterfaces()));
        if (raw.getGenericSuperclass() != null) {
            parents.add(raw.getGenericSuperclass());
        }
        for (Type parent : parents) {
            if (generic.isAssignableFrom(erased(parent))) {
                Type found = supertype(parent, generic);
                return found instanceof ParameterizedType inherited ? substituted(inherited, type, raw) : found;
            }
        }
        return null;
    }

    /** What a class passes on to a parent, with what it was itself given in the place of its variable. */
    private static Type substituted(ParameterizedType parent, Type type, Class<?> raw) {
        if (!(parent.getActualTypeArguments()[0] instanceof TypeVariable<?> variable)
                || !(type instanceof ParameterizedType given)) {
            return parent;
        }
        int index = Arrays.asList(raw.getTypeParameters()).indexOf(variable);
        return index < 0 ? parent : new Applied(erased(parent), given.getActualTypeArguments()[index]);
    }

    /** A generic class with its only argument. */
    private record Applied(Class<?> raw, Type argument) implements ParameterizedType {

        @Override
        public Type[] getActualTypeArguments() {
            return new Type[] {argument};
        }

        @Override
        public Type getRawType() {
            return raw;
        }

        @Override
        public @Nullable Type getOwnerType() {
            return null;
        }
    }

    /** The class that stands for a type at run time: of variables and wildcards that of their bound. */
    public static Class<?> erased(Type type) {
        if (type instanceof Class<?> plain) {
            return plain;
        }
        if (type instanceof ParameterizedType generic) {
            return erased(generic.getRawType());
        }
        if (type instanceof TypeVariable<?> variable) {
            return erased(variable.getBounds()[0]);
        }
        if (type instanceof WildcardType wildcard) {
            return erased(wildcard.getUpperBounds()[0]);
        }
        return type instanceof GenericArrayType array
                ? Array.newInstance(erased(array.getGenericComponentType()), 0).getClass()
                : Object.class;
    }
}
