package io.sardonyx.value;

import java.util.AbstractList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.RandomAccess;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** An immutable map that is walked in order of arrival and searched in logarithmic time. */
public final class OrderedTable<K extends Comparable<? super K>, V> {

    private static final OrderedTable<?, ?> EMPTY = new OrderedTable<String, Object>(OrderedSet.empty(), new Object[0]);

    private final OrderedSet<K> keys;
    private final Object[] values;

    private OrderedTable(OrderedSet<K> keys, Object[] values) {
        this.keys = keys;
        this.values = values;
    }

    @SuppressWarnings("unchecked")
    public static <K extends Comparable<? super K>, V> OrderedTable<K, V> empty() {
        return (OrderedTable<K, V>) EMPTY;
    }

    /** The values in the order given, each under its own key; of two with the same key the first. */
    public static <K extends Comparable<? super K>, V> OrderedTable<K, V> of(
            Collection<? extends V> values, Function<? super V, ? extends K> keyOf) {
        var keys = new ArrayList<K>(values.size());
        values.forEach(value -> keys.add(keyOf.apply(value)));
        OrderedSet<K> distinct = OrderedSet.of(keys);
        if (distinct.size() == keys.size()) {
            return new OrderedTable<>(distinct, values.toArray());
        }
        OrderedTable<K, V> table = empty();
        for (V value : values) {
            table = table.has(keyOf.apply(value)) ? table : table.with(keyOf.apply(value), value);
        }
        return table;
    }

    public @Nullable V get(K key) {
        int index = keys.indexOfKey(key);
        return index < 0 ? null : value(index);
    }

    public boolean has(K key) {
        return keys.has(key);
    }

    public OrderedSet<K> keys() {
        return keys;
    }

    /** The values in order of arrival of their keys; a view. */
    public List<V> values() {
        return new Values();
    }

    /** This table with {@code key} mapped to {@code value}, at its old place or else as the latest. */
    public OrderedTable<K, V> with(K key, V value) {
        int index = keys.indexOfKey(key);
        if (index < 0) {
            Object[] more = Arrays.copyOf(values, values.length + 1);
            more[values.length] = value;
            return new OrderedTable<>(keys.with(key), more);
        }
        if (values[index] == value) {
            return this;
        }
        Object[] changed = values.clone();
        changed[index] = value;
        return new OrderedTable<>(keys, changed);
    }

    /**
     * This table with other values at the places of their keys; one copy however many change, unknown keys left out.
     */
    public OrderedTable<K, V> withValues(Collection<? extends V> changes, Function<? super V, ? extends K> keyOf) {
        return changing(changes, keyOf, (old, value) -> value);
    }

    /** As {@link #withValues}, each new value made of the old one and what changes it. */
    public <C> OrderedTable<K, V> changing(
            Collection<? extends C> changes,
            Function<? super C, ? extends K> keyOf,
            BiFunction<? super V, ? super C, ? extends V> change) {
        if (changes.isEmpty()) {
            return this;
        }
        Object[] changed = values.clone();
        for (C one : changes) {
            int index = keys.indexOfKey(keyOf.apply(one));
            if (index >= 0) {
                changed[index] = change.apply(value(index), one);
            }
        }
        return new OrderedTable<>(keys, changed);
    }

    public OrderedTable<K, V> without(K key) {
        int index = keys.indexOfKey(key);
        if (index < 0) {
            return this;
        }
        Object[] fewer = new Object[values.length - 1];
        System.arraycopy(values, 0, fewer, 0, index);
        System.arraycopy(values, index + 1, fewer, index, fewer.length - index);
        return new OrderedTable<>(keys.without(key), fewer);
    }

    public void forEach(BiConsumer<? super K, ? super V> action) {
        for (int i = 0; i < values.length; i++) {
            action.accept(keys.get(i), value(i));
        }
    }

    public int size() {
        return values.length;
    }

    public boolean isEmpty() {
        return values.length == 0;
    }

    @SuppressWarnings("unchecked")
    private V value(int index) {
        return (V) values[index];
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return this == other
                || other instanceof OrderedTable<?, ?> table
                        && keys.equals(table.keys)
                        && Arrays.equals(values, table.values);
    }

    @Override
    public int hashCode() {
        return Objects.hash(keys, Arrays.hashCode(values));
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

    private final class Values extends AbstractList<V> implements RandomAccess {
        @Override
        public V get(int index) {
            return value(index);
        }

        @Override
        public int size() {
            return values.length;
        }
    }
}
