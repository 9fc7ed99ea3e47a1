package io.sardonyx.value.table;

import io.sardonyx.value.Id;
import java.util.Arrays;

/**
 * Sorted array of keys with fast search.
 *
 * <p>Ids are searched by their prefixes, which are contiguous in memory, before the ids themselves, which are spread
 * over the heap.
 */
final class SortedKeys {

    static final SortedKeys NONE = new SortedKeys(new Object[0], new long[0]);

    final Object[] keys;
    /** The {@link Id#prefix()} of each key, ascending; empty unless the keys are ids. */
    private final long[] prefixes;

    private SortedKeys(Object[] keys, long[] prefixes) {
        this.keys = keys;
        this.prefixes = prefixes;
    }

    static SortedKeys of(Object[] keys) {
        boolean ids = keys.length > 0 && keys[0] instanceof Id<?>;
        long[] prefixes = new long[ids ? keys.length : 0];
        for (int i = 0; i < prefixes.length; i++) {
            prefixes[i] = ((Id<?>) keys[i]).prefix();
        }
        return new SortedKeys(keys, prefixes);
    }

    int size() {
        return keys.length;
    }

    /** The index of {@code key}, or its insertion point, encoded as by {@link Arrays#binarySearch}. */
    <K extends Comparable<? super K>> int search(K key) {
        if (!(key instanceof Id<?> id)) {
            return search(key, 0);
        }
        int at = Ascending.countBelow(id.prefix(), prefixes);
        if (at == prefixes.length || prefixes[at] != id.prefix()) {
            return -(at + 1);
        }
        return keys[at] == key ? at : search(key, at);
    }

    /** Binary search from an index on; the first probe is at the index itself, which usually matches. */
    @SuppressWarnings("unchecked")
    private <K extends Comparable<? super K>> int search(K key, int start) {
        int from = start;
        int to = keys.length - 1;
        for (int middle = start; from <= to; middle = (from + to) >>> 1) {
            int order = ((K) keys[middle]).compareTo(key);
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

    SortedKeys with(int at, Object key) {
        long[] more = prefixes;
        if (key instanceof Id<?> id) {
            more = new long[keys.length + 1];
            System.arraycopy(prefixes, 0, more, 0, at);
            more[at] = id.prefix();
            System.arraycopy(prefixes, at, more, at + 1, keys.length - at);
        }
        return new SortedKeys(SortedTable.inserted(keys, at, key), more);
    }

    SortedKeys without(int at) {
        long[] fewer = prefixes;
        if (prefixes.length > 0) {
            fewer = new long[keys.length - 1];
            System.arraycopy(prefixes, 0, fewer, 0, at);
            System.arraycopy(prefixes, at + 1, fewer, at, fewer.length - at);
        }
        return new SortedKeys(SortedTable.removed(keys, at), fewer);
    }
}
