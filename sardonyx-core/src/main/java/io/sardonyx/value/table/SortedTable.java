package io.sardonyx.value.table;

import java.util.AbstractList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Immutable (persistent) map in the order of its keys.
 *
 * <p>A large one is a two-level tree of chunks, so that a change copies one chunk and the array of chunks.
 */
public final class SortedTable<K extends Comparable<? super K>, V> {

    /** Most entries of a chunk; a larger table consists of chunks. */
    static final int MOST = 256;

    private static final SortedTable<?, ?> EMPTY =
            new SortedTable<String, Object>(SortedKeys.NONE, new Object[0], null);

    /** The keys; of a large table the first key of each chunk. */
    private final SortedKeys keys;
    /** The values; of a large table its chunks. */
    private final Object[] values;
    /** The first rank of each chunk, and last the size; null for a small table. */
    private final int @Nullable [] starts;

    private SortedTable(SortedKeys keys, Object[] values, int @Nullable [] starts) {
        this.keys = keys;
        this.values = values;
        this.starts = starts;
    }

    @SuppressWarnings("unchecked")
    public static <K extends Comparable<? super K>, V> SortedTable<K, V> empty() {
        return (SortedTable<K, V>) EMPTY;
    }

    public static <K extends Comparable<? super K>, V> SortedTable<K, V> of(Map<? extends K, ? extends V> map) {
        var ordered = new TreeMap<K, V>(map);
        return of(SortedKeys.of(ordered.keySet().toArray()), ordered.values().toArray());
    }

    /** Makes a table; chunks of a large one are half full, so that they can grow. */
    private static <K extends Comparable<? super K>, V> SortedTable<K, V> of(SortedKeys keys, Object[] values) {
        if (keys.size() <= MOST) {
            return new SortedTable<>(keys, values, null);
        }
        int length = MOST / 2;
        Object[] parts = new Object[(keys.size() + length - 1) / length];
        for (int p = 0; p < parts.length; p++) {
            int to = Math.min(keys.size(), (p + 1) * length);
            parts[p] = new SortedTable<K, V>(
                    SortedKeys.of(Arrays.copyOfRange(keys.keys, p * length, to)),
                    Arrays.copyOfRange(values, p * length, to),
                    null);
        }
        return joined(parts);
    }

    private static <K extends Comparable<? super K>, V> SortedTable<K, V> joined(Object[] parts) {
        Object[] firsts = new Object[parts.length];
        int[] starts = new int[parts.length + 1];
        for (int p = 0; p < parts.length; p++) {
            var part = (SortedTable<?, ?>) parts[p];
            firsts[p] = part.keys.keys[0];
            starts[p + 1] = starts[p] + part.keys.size();
        }
        return new SortedTable<>(SortedKeys.of(firsts), parts, starts);
    }

    public @Nullable V get(K key) {
        SortedTable<K, V> part = starts == null ? this : part(partWith(key));
        int index = part.keys.search(key);
        return index < 0 ? null : part.value(index);
    }

    public boolean has(K key) {
        return rank(key) >= 0;
    }

    /** The index of {@code key} in the order of keys, or its insertion point as a negative number. */
    int rank(K key) {
        if (starts == null) {
            return keys.search(key);
        }
        int p = partWith(key);
        int index = part(p).keys.search(key);
        return index < 0 ? index - starts[p] : index + starts[p];
    }

    /** The index of the chunk that may hold a key. */
    private int partWith(K key) {
        int p = keys.search(key);
        return p >= 0 ? p : Math.max(0, -p - 2);
    }

    /** View of the keys in order. */
    @SuppressWarnings("unchecked")
    public List<K> keys() {
        return starts == null
                ? (List<K>) (List<?>) Collections.unmodifiableList(Arrays.asList(keys.keys))
                : new Ranked<>(values, starts, part -> part.keys.keys);
    }

    /** View of the values in the order of their keys. */
    @SuppressWarnings("unchecked")
    public List<V> values() {
        return starts == null
                ? (List<V>) (List<?>) Collections.unmodifiableList(Arrays.asList(values))
                : new Ranked<>(values, starts, part -> part.values);
    }

    /** This table with {@code key} mapped to {@code value}; the identical table when it is already. */
    public SortedTable<K, V> with(K key, V value) {
        if (starts != null) {
            int p = partWith(key);
            return with(p, part(p).with(key, value));
        }
        int index = keys.search(key);
        if (index >= 0) {
            if (value.equals(values[index])) {
                return this;
            }
            Object[] changed = values.clone();
            changed[index] = value;
            return new SortedTable<>(keys, changed, null);
        }
        int at = -(index + 1);
        return of(keys.with(at, key), inserted(values, at, value));
    }

    public SortedTable<K, V> without(K key) {
        if (starts != null) {
            int p = partWith(key);
            return with(p, part(p).without(key));
        }
        int index = keys.search(key);
        return index < 0 ? this : new SortedTable<>(keys.without(index), removed(values, index), null);
    }

    /**
     * This large table with a chunk replaced, which may have split into several or become empty; compacted when sparse.
     */
    private SortedTable<K, V> with(int p, SortedTable<K, V> part) {
        if (part == part(p)) {
            return this;
        }
        int now = part.starts == null ? Math.min(1, part.size()) : part.values.length;
        Object[] parts = new Object[values.length - 1 + now];
        System.arraycopy(values, 0, parts, 0, p);
        System.arraycopy(part.starts == null ? new Object[] {part} : part.values, 0, parts, p, now);
        System.arraycopy(values, p + 1, parts, p + now, values.length - p - 1);
        SortedTable<K, V> changed = joined(parts);
        boolean sparse = changed.size() < parts.length * MOST / 8;
        return sparse
                ? of(SortedKeys.of(changed.keys().toArray()), changed.values().toArray())
                : changed;
    }

    static Object[] inserted(Object[] old, int at, Object element) {
        Object[] more = new Object[old.length + 1];
        System.arraycopy(old, 0, more, 0, at);
        more[at] = element;
        System.arraycopy(old, at, more, at + 1, old.length - at);
        return more;
    }

    static Object[] removed(Object[] old, int at) {
        Object[] fewer = new Object[old.length - 1];
        System.arraycopy(old, 0, fewer, 0, at);
        System.arraycopy(old, at + 1, fewer, at, fewer.length - at);
        return fewer;
    }

    public void forEach(BiConsumer<? super K, ? super V> action) {
        for (int i = 0; i < keys.size(); i++) {
            if (starts == null) {
                action.accept(key(i), value(i));
            } else {
                part(i).forEach(action);
            }
        }
    }

    public int size() {
        return starts == null ? keys.size() : starts[keys.size()];
    }

    public boolean isEmpty() {
        return keys.size() == 0;
    }

    @SuppressWarnings("unchecked")
    private K key(int index) {
        return (K) keys.keys[index];
    }

    @SuppressWarnings("unchecked")
    private V value(int index) {
        return (V) values[index];
    }

    @SuppressWarnings("unchecked")
    private SortedTable<K, V> part(int index) {
        return (SortedTable<K, V>) values[index];
    }

    @Override
    public boolean equals(@Nullable Object other) {
        if (this == other || !(other instanceof SortedTable<?, ?> table)) {
            return this == other;
        }
        return starts == null && table.starts == null
                ? Arrays.equals(keys.keys, table.keys.keys) && Arrays.equals(values, table.values)
                : size() == table.size() && keys().equals(table.keys()) && values().equals(table.values());
    }

    @Override
    public int hashCode() {
        return starts == null
                ? 31 * Arrays.hashCode(keys.keys) + Arrays.hashCode(values)
                : 31 * keys().hashCode() + values().hashCode();
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

    /** View of one column, keys or values, over all chunks. */
    private static final class Ranked<E> extends AbstractList<E> {

        private final Object[] parts;
        private final int[] starts;
        private final Function<SortedTable<?, ?>, Object[]> column;

        Ranked(Object[] parts, int[] starts, Function<SortedTable<?, ?>, Object[]> column) {
            this.parts = parts;
            this.starts = starts;
            this.column = column;
        }

        @Override
        @SuppressWarnings("unchecked")
        public E get(int rank) {
            int p = Arrays.binarySearch(starts, Objects.checkIndex(rank, size()));
            p = p >= 0 ? p : -p - 2;
            return (E) column.apply((SortedTable<?, ?>) parts[p])[rank - starts[p]];
        }

        @Override
        public int size() {
            return starts[parts.length];
        }
    }
}
