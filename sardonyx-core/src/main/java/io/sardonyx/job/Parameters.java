package io.sardonyx.job;

import io.sardonyx.value.table.SortedTable;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Named values that a job carries: texts, truths, numbers, lists and tables of them, in the one form that Java code and
 * a job file share.
 *
 * <p>A whole number is a {@link Long} whatever it was given as, any other a {@link BigDecimal} without trailing zeros;
 * so equal jobs are equal wherever they were written.
 */
public final class Parameters {

    public static final Parameters NONE = new Parameters(SortedTable.empty());

    private static final int MAX_DEPTH = 32;

    /** More than any machine number has, and few enough to be written down in digits. */
    private static final int MAX_DIGITS = 30;

    private static final int MAX_EXPONENT = 400;

    private final SortedTable<String, Object> values;

    private Parameters(SortedTable<String, Object> values) {
        this.values = values;
    }

    /**
     * The given values in their one form.
     *
     * @throws IllegalArgumentException that names what cannot be part of a job
     */
    public static Parameters of(Map<String, ?> values) {
        return values.isEmpty() ? NONE : new Parameters(table(values, "", 0));
    }

    public Parameters with(String name, Object value) {
        return new Parameters(values.with(name, normal(value, name, 0)));
    }

    private static SortedTable<String, Object> table(Map<?, ?> map, String path, int depth) {
        var normal = new TreeMap<String, Object>();
        map.forEach((key, value) -> {
            if (!(key instanceof String name)) {
                throw new IllegalArgumentException(path + ": the keys of a table are texts, not " + key);
            }
            normal.put(name, normal(value, path.isEmpty() ? name : path + "." + name, depth + 1));
        });
        return SortedTable.of(normal);
    }

    private static Object normal(@Nullable Object value, String path, int depth) {
        if (depth > MAX_DEPTH) {
            throw new IllegalArgumentException(path + ": nested deeper than " + MAX_DEPTH);
        }
        if (value instanceof String || value instanceof Boolean) {
            return value;
        }
        if (value instanceof Number number) {
            return normal(number, path);
        }
        if (value instanceof Collection<?> list) {
            var items = new ArrayList<Object>(list.size());
            for (Object item : list) {
                items.add(normal(item, path + "[" + items.size() + "]", depth + 1));
            }
            return List.copyOf(items);
        }
        if (value instanceof Map<?, ?> map) {
            return new Parameters(table(map, path, depth));
        }
        if (value instanceof Parameters) {
            return value;
        }
        throw new IllegalArgumentException(
                path + ": a job carries texts, truths, numbers, lists and tables of them, not "
                        + (value == null ? "null" : "a " + value.getClass().getName()));
    }

    private static Object normal(Number number, String path) {
        BigDecimal exact;
        try {
            exact = number instanceof BigInteger whole ? new BigDecimal(whole) : new BigDecimal(number.toString());
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(path + ": " + number + " is no finite number", e);
        }
        BigDecimal stripped = exact.stripTrailingZeros();
        if (stripped.precision() > MAX_DIGITS || Math.abs((long) stripped.scale()) > MAX_EXPONENT) {
            throw new IllegalArgumentException(path + ": a number has at most " + MAX_DIGITS
                    + " digits and an exponent of at most " + MAX_EXPONENT);
        }
        if (stripped.scale() <= 0 && stripped.precision() - stripped.scale() <= 19) {
            BigInteger whole = stripped.toBigInteger();
            if (whole.bitLength() < Long.SIZE) {
                return whole.longValue();
            }
        }
        return stripped;
    }

    /** The same with each text, however deep, changed; this one if none is. */
    public Parameters withTexts(UnaryOperator<String> change) {
        return (Parameters) changed(this, change);
    }

    private static Object changed(Object value, UnaryOperator<String> change) {
        if (value instanceof String text) {
            return change.apply(text);
        }
        if (value instanceof List<?> list) {
            return changed(list, change);
        }
        if (value instanceof Parameters table) {
            SortedTable<String, Object> values = table.values;
            for (String name : table.names()) {
                values = values.with(name, changed(Objects.requireNonNull(values.get(name)), change));
            }
            return values == table.values ? table : new Parameters(values);
        }
        return value;
    }

    private static List<?> changed(List<?> list, UnaryOperator<String> change) {
        var items = new ArrayList<Object>(list.size());
        boolean same = true;
        for (Object item : list) {
            Object now = changed(item, change);
            same &= now == item;
            items.add(now);
        }
        return same ? list : List.copyOf(items);
    }

    public boolean isEmpty() {
        return values.isEmpty();
    }

    /** The names in their order. */
    public List<String> names() {
        return values.keys();
    }

    public boolean has(String name) {
        return values.has(name);
    }

    /** The value of that name: String, Boolean, Long, BigDecimal, List or Parameters; null if there is none. */
    public @Nullable Object value(String name) {
        return values.get(name);
    }

    /** The text of that name. */
    public Optional<String> text(String name) {
        return typed(name, String.class, "a text");
    }

    /** The whole number of that name. */
    public Optional<Long> whole(String name) {
        return typed(name, Long.class, "a whole number");
    }

    /** The number of that name, whole or not. */
    public Optional<BigDecimal> number(String name) {
        return values.get(name) instanceof Long whole
                ? Optional.of(BigDecimal.valueOf(whole))
                : typed(name, BigDecimal.class, "a number");
    }

    /** The truth of that name. */
    public Optional<Boolean> flag(String name) {
        return typed(name, Boolean.class, "true or false");
    }

    /** The list of that name; empty when there is none. */
    public List<?> list(String name) {
        return values.has(name) ? typed(name, List.class, "a list").orElseThrow() : List.of();
    }

    private <T> Optional<T> typed(String name, Class<T> type, String expected) {
        Object value = values.get(name);
        if (value != null && !type.isInstance(value)) {
            throw new IllegalArgumentException(
                    "parameter " + name + " is " + shown(value) + ", but " + expected + " was expected");
        }
        return Optional.ofNullable(type.cast(value));
    }

    private static String shown(Object value) {
        return value instanceof String ? '"' + value.toString() + '"' : value.toString();
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Parameters parameters && values.equals(parameters.values);
    }

    @Override
    public int hashCode() {
        return values.hashCode();
    }

    @Override
    public String toString() {
        return values.toString();
    }
}
