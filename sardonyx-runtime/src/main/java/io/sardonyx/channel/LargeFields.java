package io.sardonyx.channel;

import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The fields of users' classes that may hold much. */
final class LargeFields {

    private static final Field[] NONE = {};
    private static final String JDK = "java.";

    private LargeFields() {}

    /** Those of a class and of all that it extends; none of a class that does not let us look. */
    static Field[] of(Class<?> type) {
        var all = new ArrayList<Field>();
        try {
            for (Class<?> each = type; each != null && !isOfJdk(each) && !each.isEnum(); each = each.getSuperclass()) {
                for (Field field : each.getDeclaredFields()) {
                    if (!Modifier.isStatic(field.getModifiers())
                            && mayHoldMuch(field.getType())
                            && field.trySetAccessible()) {
                        all.add(field);
                    }
                }
            }
        } catch (LinkageError | RuntimeException e) {
            return NONE; // some class that it mentions is not here
        }
        return all.toArray(NONE);
    }

    private static boolean isOfJdk(Class<?> type) {
        return type.getName().startsWith(JDK);
    }

    /** Interfaces and {@code Object} may be anything; of the JDK's classes only some are looked into. */
    private static boolean mayHoldMuch(Class<?> type) {
        return type == Object.class
                || type == String.class
                || type.isArray()
                || type.isInterface()
                || Collection.class.isAssignableFrom(type)
                || Map.class.isAssignableFrom(type)
                || ByteBuffer.class.isAssignableFrom(type)
                || !type.isPrimitive() && !type.isEnum() && !isOfJdk(type);
    }

    static @Nullable Object value(Field field, Object of) {
        try {
            return field.get(of);
        } catch (IllegalAccessException e) {
            throw new IllegalStateException("it was made accessible", e);
        }
    }

    /**
     * Whether a value is a part of the object that refers to it, as far as can be told. Collections that are not the
     * JDK's may do anything when they are looked at, such as ask a database.
     */
    static boolean isOwn(Object value, Object holder) {
        if (value instanceof Collection || value instanceof Map) {
            return isOfJdk(value.getClass());
        }
        return value instanceof String
                || value instanceof Record
                || value instanceof ByteBuffer
                || value.getClass().isArray()
                || value.getClass().getPackage() == holder.getClass().getPackage();
    }

    /** How many bytes a value of a primitive type takes. */
    static int bytes(Class<?> primitive) {
        if (primitive == long.class || primitive == double.class) {
            return Long.BYTES;
        }
        if (primitive == int.class || primitive == float.class) {
            return Integer.BYTES;
        }
        return primitive == char.class || primitive == short.class ? Short.BYTES : 1;
    }
}
