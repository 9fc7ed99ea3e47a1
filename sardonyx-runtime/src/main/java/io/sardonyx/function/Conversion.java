package io.sardonyx.function;

import io.sardonyx.job.Parameters;
import java.lang.invoke.MethodType;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Makes what a method declares of what a job says: the few types a job has become the many that Java has. */
public final class Conversion {

    private Conversion() {}

    /**
     * The value as that type.
     *
     * @throws IllegalArgumentException that says what was expected instead
     */
    static Object convert(Object value, Type type) {
        if (type instanceof ParameterizedType generic && generic.getRawType() instanceof Class<?> raw) {
            return generic(value, raw, generic.getActualTypeArguments());
        }
        return type instanceof Class<?> plain ? plain(value, boxed(plain)) : value;
    }

    private static Object generic(Object value, Class<?> raw, Type[] of) {
        Object plain = plain(value, raw);
        if (plain instanceof List<?> list && of.length == 1) {
            var items = new ArrayList<Object>(list.size());
            list.forEach(item -> items.add(convert(item, of[0])));
            return List.copyOf(items);
        }
        if (plain instanceof Map<?, ?> map && of.length == 2) {
            var entries = new LinkedHashMap<Object, Object>();
            map.forEach((key, item) -> entries.put(key, convert(item, of[1])));
            return Map.copyOf(entries);
        }
        return plain;
    }

    private static Object plain(Object value, Class<?> type) {
        if (value instanceof Parameters table && type.isAssignableFrom(Map.class)) {
            var entries = new LinkedHashMap<String, Object>();
            table.names().forEach(name -> entries.put(name, nested(table, name)));
            return Map.copyOf(entries);
        }
        if (type.isInstance(value)) {
            return value;
        }
        if (value instanceof Long whole) {
            return number(BigDecimal.valueOf(whole), type);
        }
        if (value instanceof BigDecimal number) {
            return number(number, type);
        }
        return value instanceof String text ? fromText(text, type) : refuse(value, type);
    }

    private static Object nested(Parameters table, String name) {
        Object value = table.value(name);
        if (value == null) {
            throw new IllegalStateException(name + " was there a moment ago");
        }
        return value instanceof Parameters ? convert(value, Map.class) : value;
    }

    private static Object number(BigDecimal number, Class<?> type) {
        try {
            if (type == Integer.class) {
                return number.intValueExact();
            }
            if (type == Long.class) {
                return number.longValueExact();
            }
            if (type == Short.class) {
                return number.shortValueExact();
            }
            if (type == Byte.class) {
                return number.byteValueExact();
            }
        } catch (ArithmeticException e) {
            throw new IllegalArgumentException("is " + number + ", which no " + primitive(type) + " can hold", e);
        }
        if (type == Double.class && Double.isFinite(number.doubleValue())) {
            return number.doubleValue();
        }
        if (type == Float.class && Float.isFinite(number.floatValue())) {
            return number.floatValue();
        }
        return type == BigDecimal.class ? number : refuse(number, type);
    }

    private static Object fromText(String text, Class<?> type) {
        try {
            if (type == Duration.class) {
                return Duration.parse(text);
            }
            if (type == Instant.class) {
                return Instant.parse(text);
            }
        } catch (DateTimeException e) {
            String example = type == Duration.class ? "PT1.5S" : "2026-01-31T12:00:00Z";
            throw new IllegalArgumentException("is \"" + text + "\", but a text as " + example + " was expected", e);
        }
        if (!type.isEnum()) {
            return refuse(text, type);
        }
        return Arrays.stream(type.getEnumConstants())
                .filter(constant -> ((Enum<?>) constant).name().equals(text))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("is \"" + text + "\", but one of "
                        + Arrays.toString(type.getEnumConstants()) + " was expected"));
    }

    private static Object refuse(Object value, Class<?> type) {
        throw new IllegalArgumentException("is " + (value instanceof String ? '"' + value.toString() + '"' : value)
                + ", but " + primitive(type) + " was expected");
    }

    public static Class<?> boxed(Class<?> type) {
        return MethodType.methodType(type).wrap().returnType();
    }

    /** The name people use: int, not Integer. */
    static String primitive(Class<?> type) {
        return MethodType.methodType(type).unwrap().returnType().getSimpleName();
    }
}
