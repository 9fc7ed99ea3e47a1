package io.sardonyx.value;

import java.util.AbstractList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.RandomAccess;

/**
 * An immutable set that remembers the order of arrival and finds a member in logarithmic time.
 *
 * <p>As a {@link List} it is read in order of arrival. Each change copies two arrays, which for the few thousand
 * members of a cluster costs less than the pointer chasing of a tree would.
 */
public final class OrderedSet<K extends Comparable<? super K>> extends AbstractList<K> implements RandomAccess {

    private static final OrderedSet<?> EMPTY = new OrderedSet<String>(new Object[0], new int[0]);

    private final Object[] keys;
    private final int[] sorted;

    private OrderedSet(Object[] keys, int[] sorted) {
        this.keys = keys;
        this.sorted = sorted;
    }

    @SuppressWarnings("unchecked")
    public static <K extends Comparable<? super K>> OrderedSet<K> empty() {
        return (OrderedSet<K>) EMPTY;
    }

    /** The distinct keys in the order given. */
    public static <K extends Comparable<? super K>> OrderedSet<K> of(Collection<? extends K> keys) {
        Object[] all = keys.toArray();
        Integer[] order = new Integer[all.length];
        Arrays.setAll(order, i -> i);
        var unsorted = new OrderedSet<K>(all, new int[0]);
        Arrays.sort(order, Comparator.comparing((Integer i) -> unsorted.key(i)));
        for (int i = 1; i < order.length; i++) {
            if (all[order[i]].equals(all[order[i - 1]])) {
                return oneByOne(keys);
            }
        }
        return new OrderedSet<>(
                all, Arrays.stream(order).mapToInt(Integer::intValue).toArray());
    }

    private static <K extends Comparable<? super K>> OrderedSet<K> oneByOne(Collection<? extends K> keys) {
        OrderedSet<K> set = empty();
        for (K key : keys) {
            set = set.with(key);
        }
        return set;
    }

    @SuppressWarnings("unchecked")
    private K key(int index) {
        return (K) keys[index];
    }

    /** The place of {@code key} in order of arrival, or -1. */
    public int indexOfKey(K key) {
        int rank = rank(key);
        return rank < 0 ? -1 : sorted[rank];
    }

    /** The place of {@code key} in the order of keys, or a negative number. */
    public int rank(K key) {
        int from = 0;
        int to = sorted.length - 1;
        while (from <= to) {
            int middle = (from + to) >>> 1;
            int order = key(sorted[middle]).compareTo(key);
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

    public boolean has(K key) {
        return rank(key) >= 0;
    }

    /** This set with {@code key} as its latest member, or this very set when it is one already. */
    public OrderedSet<K> with(K key) {
        int rank = rank(key);
        if (rank >= 0) {
            return this;
        }
        int at = -(rank + 1);
        int size = keys.length;
        Object[] moreKeys = Arrays.copyOf(keys, size + 1);
        moreKeys[size] = key;
        int[] moreSorted = new int[size + 1];
        System.arraycopy(sorted, 0, moreSorted, 0, at);
        moreSorted[at] = size;
        System.arraycopy(sorted, at, moreSorted, at + 1, size - at);
        return new OrderedSet<>(moreKeys, moreSorted);
    }

    /** This set without {@code key}, or this very set when it has no such member. */
    public OrderedSet<K> without(K key) {
        int rank = rank(key);
        if (rank < 0) {
            return this;
        }
        int gone = sorted[rank];
        int size = keys.length - 1;
        Object[] fewerKeys = new Object[size];
        System.arraycopy(keys, 0, fewerKeys, 0, gone);
        System.arraycopy(keys, gone + 1, fewerKeys, gone, size - gone);
        int[] fewerSorted = new int[size];
        System.arraycopy(sorted, 0, fewerSorted, 0, rank);
        System.arraycopy(sorted, rank + 1, fewerSorted, rank, size - rank);
        for (int i = 0; i < size; i++) {
            int index = fewerSorted[i];
            fewerSorted[i] = index > gone ? index - 1 : index;
        }
        return new OrderedSet<>(fewerKeys, fewerSorted);
    }

    /** The latest {@code limit} members. */
    public OrderedSet<K> latest(int limit) {
        return size() <= limit ? this : of(subList(size() - limit, size()));
    }

    /** The members by id instead of by arrival. */
    public List<K> inOrder() {
        return new AbstractList<>() {
            @Override
            public K get(int rank) {
                return key(sorted[rank]);
            }

            @Override
            public int size() {
                return sorted.length;
            }
        };
    }

    @Override
    public K get(int index) {
        return key(index);
    }

    @Override
    public int size() {
        return keys.length;
    }
}
