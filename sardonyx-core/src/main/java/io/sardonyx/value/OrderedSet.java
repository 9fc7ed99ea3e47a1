package io.sardonyx.value;

import java.util.AbstractList;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * An immutable set that remembers the order of arrival and finds a member in logarithmic time.
 *
 * <p>As a {@link List} it is read in order of arrival.
 */
public final class OrderedSet<K extends Comparable<? super K>> extends AbstractList<K> {

    private static final OrderedSet<?> EMPTY = new OrderedSet<String>(Sequence.empty(), SortedTable.empty());

    private final Sequence<K> keys;
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

    /** The number of {@code key} in the sequence of keys, which it keeps whatever else comes and goes, or null. */
    @Nullable
    Long number(K key) {
        return numbers.get(key);
    }

    /** The place of {@code key} in order of arrival, or -1. */
    public int indexOfKey(K key) {
        Long number = numbers.get(key);
        return number == null ? -1 : keys.find(number);
    }

    /** The place of {@code key} in the order of keys, or a negative number. */
    public int rank(K key) {
        return numbers.rank(key);
    }

    public boolean has(K key) {
        return numbers.has(key);
    }

    /** This set with {@code key} as its latest member, or this very set when it is one already. */
    public OrderedSet<K> with(K key) {
        return has(key) ? this : new OrderedSet<>(keys.plus(key), numbers.with(key, keys.nextNumber()));
    }

    /** This set without {@code key}, or this very set when it has no such member. */
    public OrderedSet<K> without(K key) {
        Long number = numbers.get(key);
        return number == null ? this : new OrderedSet<>(keys.without(number), numbers.without(key));
    }

    /** The latest {@code limit} members. */
    public OrderedSet<K> latest(int limit) {
        OrderedSet<K> latest = this;
        while (latest.size() > limit) {
            latest = latest.without(latest.get(0));
        }
        return latest;
    }

    /** The members by id instead of by arrival. */
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
