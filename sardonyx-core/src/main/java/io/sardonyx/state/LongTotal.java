package io.sardonyx.state;

/**
 * State of running totals of whole numbers for each key: count, sum, least, greatest and average, kept without objects.
 * A sum beyond the range of {@code long} is an {@link ArithmeticException}.
 */
public interface LongTotal {

    void add(long number);

    /** How many numbers were added; 0 for a key that has none. */
    long count();

    long sum();

    /** The least number that was added; {@link Long#MAX_VALUE} if there is none. */
    long min();

    /** The greatest number that was added; {@link Long#MIN_VALUE} if there is none. */
    long max();

    /** The average; 0 if there are no numbers. */
    default double average() {
        return count() == 0 ? 0 : (double) sum() / count();
    }

    /** Starts over, as if nothing had been added. */
    void clear();
}
