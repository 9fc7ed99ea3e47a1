package io.sardonyx.serial;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The method {@code public static R migrate(Map<String, Object> stored)} of a record R, by which values that were
 * stored with another shape become values of now.
 */
final class MigrateMethod {

    private static final String NAME = "migrate";

    private final String name;
    private final MethodHandle method;

    private MigrateMethod(String name, MethodHandle method) {
        this.name = name;
        this.method = method;
    }

    /**
     * The method of a record; null if it has none of that name with a map as its argument.
     *
     * @throws IllegalArgumentException if it cannot be called, or does not give that record
     */
    static @Nullable MigrateMethod of(Class<?> type) {
        Method method;
        try {
            method = type.getDeclaredMethod(NAME, Map.class);
        } catch (NoSuchMethodException none) {
            return null;
        }
        int modifiers = method.getModifiers();
        if (!Modifier.isPublic(modifiers) || !Modifier.isStatic(modifiers) || method.getReturnType() != type) {
            throw new IllegalArgumentException("its method migrate has to be public static " + type.getSimpleName()
                    + " migrate(Map<String, Object> stored)");
        }
        try {
            MethodHandle handle = MethodHandles.privateLookupIn(type, MethodHandles.lookup())
                    .unreflect(method)
                    .asType(MethodType.methodType(Object.class, Object.class));
            return new MigrateMethod(type.getName() + "::" + NAME, handle);
        } catch (IllegalAccessException e) {
            throw new IllegalArgumentException(
                    "its method migrate is closed to us; open its package to this module", e);
        }
    }

    /** The value that it makes of what was stored. */
    Object value(Map<?, ?> stored, SegmentInput in) {
        Object value;
        try {
            value = (Object) method.invokeExact((Object) stored);
        } catch (Error e) {
            throw e;
        } catch (Throwable e) {
            throw in.malformed(name + " refuses what was stored", e);
        }
        if (value == null) {
            throw in.malformed(name + " has returned null");
        }
        return value;
    }

    @Override
    public String toString() {
        return name;
    }
}
