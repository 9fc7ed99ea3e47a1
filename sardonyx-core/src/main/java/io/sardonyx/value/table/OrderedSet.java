package io.sardonyx.value.table;

import java.util.AbstractList;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Immutable (persistent) set in insertion order, with lookup in logarithmic time.
 *
 * <p>As a {@link List} it iterates in insertion order.
 */
public final class OrderedSet<K extends Comparable<? super K>> extends AbstractList<K> {

    private static final OrderedSet<?> EMPTY = new OrderedSet<String>(Sequence.empty(), SortedTable.empty());

    /** The members in insertion order. */
    private final Sequence<K> keys;
    /** The sequence number of each member, by key. */
    private final SortedTable<K, Long> numbers;

    private OrderedSet(Sequence<K> keys, SortedTable<K, Long> numbers) {
        this.keys = keys;
        this.numbers = numbers;
    }

    @SuppressWarnings("unchecked")
    public static <K extends Comparable<? super K>> OrderedSet<K> empty() {
        return (OrderedSet<K>) EMPTY;
    }

    /** The distinct keys in the order given. */
    public static <K extends Comparable<? super K>> OrderedSet<K> of(Collection<? extends K> keys) {
        var distinct = new ArrayList<K>(keys.size());
        var numbers = new TreeMap<K, Long>();
        for (K key : keys) {
            if (numbers.putIfAbsent(key, (long) distinct.size()) == null) {
                distinct.add(key);
            }
        }
        return new OrderedSet<>(Sequence.of(distinct.toArray()), SortedTable.of(numbers));
    }

    /** The sequence number of {@code key}, which does not change when other members come and go, or null. */
    @Nullable
    Long number(K key) {
        return numbers.get(key);
    }

    /** The index of {@code key} in insertion order, or -1. */
    public int indexOfKey(K key) {
        Long number = numbers.get(key);
        return number == null ? -1 : keys.find(number);
    }

    /** The index of {@code key} in the order of keys, or a negative number. */
    public int rank(K key) {
        return numbers.rank(key);
    }

    public boolean has(K key) {
        return numbers.has(key);
    }

    /** This set with {@code key} as its last member; the identical set when it is a member already. */
    public OrderedSet<K> with(K key) {
        return has(key) ? this : new OrderedSet<>(keys.plus(key), numbers.with(key, keys.nextNumber()));
    }

    /** This set without {@code key}; the identical set when it is not a member. */
    public OrderedSet<K> without(K key) {
        Long number = numbers.get(key);
        return number == null ? this : new OrderedSet<>(keys.without(number), numbers.without(key));
    }

    /** The last {@code limit} members. */
    public OrderedSet<K> latest(int limit) {
        OrderedSet<K> latest = this;
        while (latest.size() > limit) {
            latest = latest.without(latest.get(0));
        }
        return latest;
    }

    /** The members in the order of keys instead of insertion order. */
    public List<K> inOrder() {
        return numbers.keys();
    }

    @Override
    public K get(int index) {
        return keys.get(index);
    }

    @Override
    public int size() {
        return keys.size();
    }

    @Override
    public Iterator<K> iterator() {
        return keys.iterator();
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return this == other || keys.equals(other instanceof OrderedSet<?> set ? set.keys : other);
    }

    @Override
    public int hashCode() {
        return keys.hashCode();
    }
}
