package io.sardonyx.value.table;

import java.util.AbstractList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Immutable (persistent) list whose elements have ascending sequence numbers, by which they are found after others were
 * removed.
 *
 * <p>A long one is a two-level tree of chunks, so that a change copies one chunk and the array of chunks.
 */
final class Sequence<E> extends AbstractList<E> {

    /** Most elements of a chunk; a longer sequence consists of chunks. */
    static final int MOST = 256;

    private static final Sequence<?> EMPTY = new Sequence<>(new Object[0], new long[0], null);

    /** The elements; of a long sequence its chunks. */
    private final Object[] items;
    /** The number of each element; of a long sequence the first number of each chunk. */
    private final long[] numbers;
    /** The first index of each chunk, and last the size; null for a short sequence. */
    private final int @Nullable [] starts;

    private Sequence(Object[] items, long[] numbers, int @Nullable [] starts) {
        this.items = items;
        this.numbers = numbers;
        this.starts = starts;
    }

    @SuppressWarnings("unchecked")
    static <E> Sequence<E> empty() {
        return (Sequence<E>) EMPTY;
    }

    /** A sequence of the elements with numbers from 0 on. */
    static <E> Sequence<E> of(Object[] elements) {
        long[] numbers = new long[elements.length];
        Arrays.setAll(numbers, i -> i);
        return of(elements, numbers);
    }

    private static <E> Sequence<E> of(Object[] elements, long[] numbers) {
        if (elements.length <= MOST) {
            return new Sequence<>(elements, numbers, null);
        }
        Object[] parts = new Object[(elements.length + MOST - 1) / MOST];
        for (int p = 0; p < parts.length; p++) {
            int to = Math.min(elements.length, (p + 1) * MOST);
            parts[p] = new Sequence<E>(
                    Arrays.copyOfRange(elements, p * MOST, to), Arrays.copyOfRange(numbers, p * MOST, to), null);
        }
        return joined(parts);
    }

    /** Makes a long sequence of chunks, none of them empty. */
    private static <E> Sequence<E> joined(Object[] parts) {
        long[] numbers = new long[parts.length];
        int[] starts = new int[parts.length + 1];
        for (int p = 0; p < parts.length; p++) {
            var part = (Sequence<?>) parts[p];
            numbers[p] = part.numbers[0];
            starts[p + 1] = starts[p] + part.items.length;
        }
        return new Sequence<>(parts, numbers, starts);
    }

    @SuppressWarnings("unchecked")
    private Sequence<E> part(int index) {
        return (Sequence<E>) items[index];
    }

    @SuppressWarnings("unchecked")
    private E item(int index) {
        return (E) items[index];
    }

    /** The number that the next appended element gets. */
    long nextNumber() {
        if (starts != null) {
            return part(items.length - 1).nextNumber();
        }
        return numbers.length == 0 ? 0 : numbers[numbers.length - 1] + 1;
    }

    /** The index of the element with that number, or negative. */
    int find(long number) {
        if (starts == null) {
            return search(number);
        }
        int p = partWith(number);
        int index = part(p).search(number);
        return index < 0 ? index : starts[p] + index;
    }

    /** The element with that number, or null. */
    @Nullable
    E seek(long number) {
        Sequence<E> part = starts == null ? this : part(partWith(number));
        int index = part.search(number);
        return index < 0 ? null : part.item(index);
    }

    /** The element with that number, which must exist. */
    E at(long number) {
        Sequence<E> part = starts == null ? this : part(partWith(number));
        return part.item(part.search(number));
    }

    /** The index of the chunk that may hold a number. */
    private int partWith(long number) {
        return Math.max(0, Ascending.countBelow(number + 1, numbers) - 1);
    }

    /** Index of a number in a short sequence, or negative. The first guess is exact unless elements were removed. */
    private int search(long number) {
        int guess = (int) Math.max(0, Math.min(number - firstNumber(), numbers.length - 1));
        if (guess < numbers.length && numbers[guess] == number) {
            return guess;
        }
        int at = Ascending.countBelow(number, numbers);
        return at < numbers.length && numbers[at] == number ? at : -1;
    }

    private long firstNumber() {
        return numbers.length == 0 ? 0 : numbers[0];
    }

    /** This sequence with one more element at its end. */
    Sequence<E> plus(E element) {
        int length = items.length;
        if (starts != null && part(length - 1).size() < MOST) {
            return with(length - 1, part(length - 1).plus(element));
        }
        if (starts == null && length < MOST) {
            Object[] more = Arrays.copyOf(items, length + 1);
            more[length] = element;
            long[] moreNumbers = Arrays.copyOf(numbers, length + 1);
            moreNumbers[length] = nextNumber();
            return new Sequence<>(more, moreNumbers, null);
        }
        var last = new Sequence<E>(new Object[] {element}, new long[] {nextNumber()}, null);
        Object[] parts = starts == null ? new Object[] {this, last} : Arrays.copyOf(items, length + 1);
        parts[parts.length - 1] = last;
        return joined(parts);
    }

    private Sequence<E> with(int p, Sequence<E> part) {
        Object[] parts = items.clone();
        parts[p] = part;
        return joined(parts);
    }

    /** This sequence with another element at that number, which must exist. */
    Sequence<E> with(long number, E element) {
        var draft = new Draft();
        draft.find(number);
        draft.replace(element);
        return draft.sequence();
    }

    /** This sequence without the element with that number, which must exist. */
    Sequence<E> without(long number) {
        if (starts != null) {
            int p = partWith(number);
            Sequence<E> rest = part(p).without(number);
            Sequence<E> fewer = rest.isEmpty() ? joined(SortedTable.removed(items, p)) : with(p, rest);
            return fewer.isSparse() ? fewer.compact() : fewer;
        }
        int index = search(number);
        long[] fewer = new long[numbers.length - 1];
        System.arraycopy(numbers, 0, fewer, 0, index);
        System.arraycopy(numbers, index + 1, fewer, index, fewer.length - index);
        return new Sequence<>(SortedTable.removed(items, index), fewer, null);
    }

    /** Whether its chunks are less than an eighth full on average. */
    private boolean isSparse() {
        return size() < items.length * MOST / 8;
    }

    /** A copy with full chunks. */
    private Sequence<E> compact() {
        long[] all = new long[size()];
        for (int p = 0, at = 0; p < items.length; at += part(p++).size()) {
            System.arraycopy(part(p).numbers, 0, all, at, part(p).size());
        }
        return of(toArray(), all);
    }

    @Override
    public E get(int index) {
        if (starts == null) {
            return item(index);
        }
        int p = Arrays.binarySearch(starts, Objects.checkIndex(index, size()));
        p = p >= 0 ? p : -p - 2;
        return part(p).item(index - starts[p]);
    }

    @Override
    public int size() {
        return starts == null ? items.length : starts[items.length];
    }

    @Override
    public Iterator<E> iterator() {
        return starts == null ? elements().iterator() : new Walk();
    }

    /** The elements from last to first. */
    LatestFirst<E> latestFirst() {
        return new WalkBack();
    }

    @SuppressWarnings("unchecked")
    private List<E> elements() {
        return (List<E>) Arrays.asList(items);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        if (this == other || !(other instanceof Sequence<?> sequence)) {
            return this == other || super.equals(other);
        }
        return starts == null && sequence.starts == null
                ? Arrays.equals(items, sequence.items)
                : size() == sequence.size() && super.equals(other);
    }

    @Override
    public int hashCode() {
        return starts == null ? Arrays.hashCode(items) : super.hashCode();
    }

    /** Builder of a changed copy; each chunk is copied once, however many of its elements change. */
    final class Draft {

        private final Object[] changed = items.clone();

        /** Where {@link #find} has found an element: its chunk, and its index there. */
        private int part;

        private int index = -1;

        /** The element at a number before any change, or null. */
        @Nullable
        E find(long number) {
            part = starts == null ? 0 : partWith(number);
            Sequence<E> searched = starts == null ? Sequence.this : part(part);
            index = searched.search(number);
            return index < 0 ? null : searched.item(index);
        }

        /** Replaces the element that was found last. */
        void replace(E element) {
            if (starts == null) {
                changed[index] = element;
                return;
            }
            if (changed[part] == items[part]) {
                Sequence<E> copied = part(part);
                changed[part] = new Sequence<E>(copied.items.clone(), copied.numbers, null);
            }
            ((Sequence<?>) changed[part]).items[index] = element;
        }

        Sequence<E> sequence() {
            return new Sequence<>(changed, numbers, starts);
        }
    }

    /** Iterator over a long sequence, chunk by chunk. */
    private final class Walk implements Iterator<E> {

        private int at;
        private Iterator<E> elements = part(0).iterator();

        @Override
        public boolean hasNext() {
            while (!elements.hasNext() && at < items.length - 1) {
                elements = part(++at).iterator();
            }
            return elements.hasNext();
        }

        @Override
        public E next() {
            if (!hasNext()) {
                throw new NoSuchElementException();
            }
            return elements.next();
        }
    }

    /** Reverse iterator, chunk by chunk. */
    private final class WalkBack implements LatestFirst<E> {

        private int part = starts == null ? 0 : items.length - 1;
        private Sequence<E> elements = starts == null ? Sequence.this : part(part);
        private int left = elements.items.length;

        @Override
        public boolean hasNext() {
            return left > 0 || part > 0;
        }

        @Override
        public E next() {
            if (left == 0 && part > 0) {
                elements = part(--part);
                left = elements.items.length;
            }
            if (left == 0) {
                throw new NoSuchElementException();
            }
            return elements.item(--left);
        }

        @Override
        public long number() {
            return elements.numbers[left];
        }
    }
}
