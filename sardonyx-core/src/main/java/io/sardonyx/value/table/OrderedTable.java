package io.sardonyx.value.table;

import java.util.Collection;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Objects;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Immutable (persistent) map in insertion order, with lookup in logarithmic time. */
public final class OrderedTable<K extends Comparable<? super K>, V> {

    private static final OrderedTable<?, ?> EMPTY =
            new OrderedTable<String, Object>(OrderedSet.empty(), Sequence.empty());

    private final OrderedSet<K> keys;
    /** The values, each with the sequence number of its key. */
    private final Sequence<V> values;

    private OrderedTable(OrderedSet<K> keys, Sequence<V> values) {
        this.keys = keys;
        this.values = values;
    }

    @SuppressWarnings("unchecked")
    public static <K extends Comparable<? super K>, V> OrderedTable<K, V> empty() {
        return (OrderedTable<K, V>) EMPTY;
    }

    /** A table of the values in the order given, by key; the first of several with the same key. */
    public static <K extends Comparable<? super K>, V> OrderedTable<K, V> of(
            Collection<? extends V> values, Function<? super V, ? extends K> keyOf) {
        var firsts = new LinkedHashMap<K, V>();
        values.forEach(value -> firsts.putIfAbsent(keyOf.apply(value), value));
        return new OrderedTable<>(
                OrderedSet.of(firsts.keySet()), Sequence.of(firsts.values().toArray()));
    }

    public @Nullable V get(K key) {
        Long number = keys.number(key);
        return number == null ? null : values.at(number);
    }

    public boolean has(K key) {
        return keys.has(key);
    }

    public OrderedSet<K> keys() {
        return keys;
    }

    /** The values in insertion order of their keys. */
    public List<V> values() {
        return values;
    }

    /** The sequence number of {@code key}, which does not change when other keys come and go, or -1. */
    public long number(K key) {
        Long number = keys.number(key);
        return number == null ? -1 : number;
    }

    /** The value whose key has that sequence number, or null. */
    public @Nullable V at(long number) {
        return number < 0 ? null : values.seek(number);
    }

    /** The values in reverse insertion order. */
    public LatestFirst<V> latestFirst() {
        return values.latestFirst();
    }

    /** This table with {@code key} mapped to {@code value}, at its old position or else as the last. */
    public OrderedTable<K, V> with(K key, V value) {
        Long number = keys.number(key);
        if (number == null) {
            return new OrderedTable<>(keys.with(key), values.plus(value));
        }
        return values.at(number) == value ? this : new OrderedTable<>(keys, values.with(number, value));
    }

    /** This table with several values replaced, in one copy; values with unknown keys are ignored. */
    public OrderedTable<K, V> withValues(Collection<? extends V> changes, Function<? super V, ? extends K> keyOf) {
        return changing(changes, keyOf, (old, value) -> value);
    }

    /** As {@link #withValues}, with each new value computed from the old one and the change. */
    public <C> OrderedTable<K, V> changing(
            Collection<? extends C> changes,
            Function<? super C, ? extends K> keyOf,
            BiFunction<? super V, ? super C, ? extends V> change) {
        if (changes.isEmpty()) {
            return this;
        }
        var changed = values.new Draft();
        for (C one : changes) {
            Long number = keys.number(keyOf.apply(one));
            V old = number == null ? null : changed.find(number);
            if (old != null) {
                changed.replace(change.apply(old, one));
            }
        }
        return new OrderedTable<>(keys, changed.sequence());
    }

    /**
     * As {@link #changing(Collection, Function, BiFunction)}, where the sequence numbers of most keys are known. A
     * number counts only if the value there has the key; else the key is searched.
     */
    public <C> OrderedTable<K, V> changing(
            List<? extends C> changes,
            long[] numbers,
            Function<? super C, ? extends K> keyOf,
            Function<? super V, ? extends K> keyOfValue,
            BiFunction<? super V, ? super C, ? extends V> change) {
        if (changes.isEmpty()) {
            return this;
        }
        var changed = values.new Draft();
        for (int i = 0; i < numbers.length; i++) {
            C one = changes.get(i);
            K key = keyOf.apply(one);
            V old = numbers[i] < 0 ? null : changed.find(numbers[i]);
            if (old == null || !key.equals(keyOfValue.apply(old))) {
                Long number = keys.number(key);
                old = number == null ? null : changed.find(number);
            }
            if (old != null) {
                changed.replace(change.apply(old, one));
            }
        }
        return new OrderedTable<>(keys, changed.sequence());
    }

    public OrderedTable<K, V> without(K key) {
        Long number = keys.number(key);
        return number == null ? this : new OrderedTable<>(keys.without(key), values.without(number));
    }

    public void forEach(BiConsumer<? super K, ? super V> action) {
        Iterator<V> value = values.iterator();
        keys.forEach(key -> action.accept(key, value.next()));
    }

    public int size() {
        return values.size();
    }

    public boolean isEmpty() {
        return values.isEmpty();
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return this == other
                || other instanceof OrderedTable<?, ?> table && keys.equals(table.keys) && values.equals(table.values);
    }

    @Override
    public int hashCode() {
        return Objects.hash(keys, values);
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
