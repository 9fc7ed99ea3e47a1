package io.sardonyx.value;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** An immutable map that is walked in the order of its keys. */
public final class SortedTable<K extends Comparable<? super K>, V> {

    private static final SortedTable<?, ?> EMPTY = new SortedTable<String, Object>(new Object[0], new Object[0]);

    private final Object[] keys;
    private final Object[] values;

    private SortedTable(Object[] keys, Object[] values) {
        this.keys = keys;
        this.values = values;
    }

    @SuppressWarnings("unchecked")
    public static <K extends Comparable<? super K>, V> SortedTable<K, V> empty() {
        return (SortedTable<K, V>) EMPTY;
    }

    public static <K extends Comparable<? super K>, V> SortedTable<K, V> of(Map<? extends K, ? extends V> map) {
        var ordered = new TreeMap<K, V>(map);
        return new SortedTable<>(ordered.keySet().toArray(), ordered.values().toArray());
    }

    public @Nullable V get(K key) {
        int index = index(key);
        return index < 0 ? null : value(index);
    }

    public boolean has(K key) {
        return index(key) >= 0;
    }

    /** The keys in their order; a view. */
    @SuppressWarnings("unchecked")
    public List<K> keys() {
        return (List<K>) (List<?>) Collections.unmodifiableList(Arrays.asList(keys));
    }

    /** The values in the order of their keys; a view. */
    @SuppressWarnings("unchecked")
    public List<V> values() {
        return (List<V>) (List<?>) Collections.unmodifiableList(Arrays.asList(values));
    }

    /** This table with {@code key} mapped to {@code value}, or this very table when it says so already. */
    public SortedTable<K, V> with(K key, V value) {
        int index = index(key);
        if (index >= 0) {
            if (value.equals(values[index])) {
                return this;
            }
            Object[] changed = values.clone();
            changed[index] = value;
            return new SortedTable<>(keys, changed);
        }
        int at = -(index + 1);
        return new SortedTable<>(inserted(keys, at, key), inserted(values, at, value));
    }

    public SortedTable<K, V> without(K key) {
        int index = index(key);
        return index < 0 ? this : new SortedTable<>(removed(keys, index), removed(values, index));
    }

    private static Object[] inserted(Object[] old, int at, Object element) {
        Object[] more = new Object[old.length + 1];
        System.arraycopy(old, 0, more, 0, at);
        more[at] = element;
        System.arraycopy(old, at, more, at + 1, old.length - at);
        return more;
    }

    private static Object[] removed(Object[] old, int at) {
        Object[] fewer = new Object[old.length - 1];
        System.arraycopy(old, 0, fewer, 0, at);
        System.arraycopy(old, at + 1, fewer, at, fewer.length - at);
        return fewer;
    }

    private int index(K key) {
        int from = 0;
        int to = keys.length - 1;
        while (from <= to) {
            int middle = (from + to) >>> 1;
            int order = key(middle).compareTo(key);
            if (order == 0) {
                return middle;
            }
            if (order < 0) {
                from = middle + 1;
            } else {
                to = middle - 1;
            }
        }
        return -(from + 1);
    }

    public void forEach(BiConsumer<? super K, ? super V> action) {
        for (int i = 0; i < keys.length; i++) {
            action.accept(key(i), value(i));
        }
    }

    public int size() {
        return keys.length;
    }

    public boolean isEmpty() {
        return keys.length == 0;
    }

    @SuppressWarnings("unchecked")
    private K key(int index) {
        return (K) keys[index];
    }

    @SuppressWarnings("unchecked")
    private V value(int index) {
        return (V) values[index];
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return this == other
                || other instanceof SortedTable<?, ?> table
                        && Arrays.equals(keys, table.keys)
                        && Arrays.equals(values, table.values);
    }

    @Override
    public int hashCode() {
        return 31 * Arrays.hashCode(keys) + Arrays.hashCode(values);
    }

    @Override
    public String toString() {
        var text = new StringBuilder("{");
        forEach((key, value) -> text.append(text.length() > 1 ? ", " : "")
                .append(key)
                .append('=')
                .append(value));
        return text.append('}').toString();
    }
}
