package io.sardonyx.function;

import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What a function gave for some segments, in order; used again and again by its one owner.
 *
 * <p>The array is not, unless there were few: to put new objects into an old array costs most garbage collectors more
 * per object than the call of a function, a new array hardly anything.
 */
public final class Results {

    private static final int LEAST_CAPACITY = 256;
    private static final int WORTH_A_NEW_ONE = 64;

    private @Nullable Object[] items = new Object[LEAST_CAPACITY];
    private int size;
    private int @Nullable [] sources;
    private @Nullable Throwable failure;

    /** The results, up to {@link #size}; the array is replaced when it grows. */
    @SuppressWarnings("NullAway") // null only behind size
    public Object[] items() {
        return items;
    }

    public int size() {
        return size;
    }

    /** Forgets results and failure. */
    public void clear() {
        if (size < WORTH_A_NEW_ONE && items.length == LEAST_CAPACITY) {
            Arrays.fill(items, 0, size, null);
        } else {
            int capacity = Math.max(LEAST_CAPACITY, Math.min(items.length, 2 * Integer.highestOneBit(size)));
            items = new Object[capacity];
            if (sources != null && sources.length != capacity) {
                sources = new int[capacity];
            }
        }
        size = 0;
        failure = null;
    }

    /** Whether to remember of which segment each result is; off at first, for it is seldom needed. */
    public void recordSources(boolean recorded) {
        if (!recorded) {
            sources = null;
        } else if (sources == null || sources.length != items.length) {
            sources = new int[items.length];
        }
    }

    /**
     * For each result up to {@link #size} the index of the segment for which it was given.
     *
     * @throws IllegalStateException if that is not recorded
     */
    public int[] sources() {
        if (sources == null) {
            throw new IllegalStateException("sources are not recorded");
        }
        return sources;
    }

    /** Whether each of the first {@code count} segments has exactly one result; only if sources are recorded. */
    public boolean isOneEach(int count) {
        int[] of = sources();
        boolean each = size == count;
        for (int i = 0; each && i < count; i++) {
            each = of[i] == i;
        }
        return each;
    }

    /** Gives away the results, in an array that is used by the caller alone from now on. */
    @SuppressWarnings("NullAway") // null only behind size
    public Object[] take() {
        Object[] taken = items;
        items = new Object[taken.length];
        size = 0;
        return taken;
    }

    /** Adds a result of no particular segment. */
    public void add(Object item) {
        add(item, -1);
    }

    /** Adds a result of the segment at an index. */
    public void add(Object item, int source) {
        if (size == items.length) {
            grow(size + 1);
        }
        if (sources != null) {
            sources[size] = source;
        }
        items[size++] = item;
    }

    /** Adds the segments themselves. */
    void addAll(Object[] segments, int from, int to) {
        if (size + to - from > items.length) {
            grow(size + to - from);
        }
        if (sources != null) {
            for (int i = from; i < to; i++) {
                sources[size + i - from] = i;
            }
        }
        System.arraycopy(segments, from, items, size, to - from);
        size += to - from;
    }

    private void grow(int least) {
        int capacity = Math.max(least, items.length * 2);
        items = Arrays.copyOf(items, capacity);
        if (sources != null) {
            sources = Arrays.copyOf(sources, capacity);
        }
    }

    /** Takes back all results behind the first {@code kept}. */
    void cut(int kept) {
        Arrays.fill(items, kept, size, null);
        size = kept;
    }

    /** What a function threw since {@link #clear} or {@link #takeFailure}, or null. */
    public @Nullable Throwable failure() {
        return failure;
    }

    /** The failure, which is forgotten. */
    public Throwable takeFailure() {
        Throwable taken = Objects.requireNonNull(failure, "a function failed for a reason");
        failure = null;
        return taken;
    }

    /**
     * Keeps what a function threw. Errors count as well, for what one function does to itself need not end the others;
     * only when the machine itself is broken there is no going on.
     */
    void fail(Throwable thrown) {
        if (thrown instanceof InternalError || thrown instanceof UnknownError) {
            throw (VirtualMachineError) thrown;
        }
        failure = thrown;
    }
}
