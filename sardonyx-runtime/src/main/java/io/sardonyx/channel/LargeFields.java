package io.sardonyx.channel;

import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reflection on the fields of user classes that may refer to large objects, for estimates of heap size. */
final class LargeFields {

    private static final Field[] NONE = {};
    private static final String JDK = "java.";

    private LargeFields() {}

    /** Such fields of a class and its superclasses; none if the class cannot be inspected. */
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

    /**
     * Whether a field of this type may refer to something large. Interfaces and {@code Object} may; of the JDK's
     * classes only strings, collections and buffers.
     */
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
     * Whether a value is part of the object that refers to it, rather than shared with others. Collections that are not
     * the JDK's are not, because their methods may do anything, such as query a database.
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

    /** Size of a primitive type in bytes. */
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
