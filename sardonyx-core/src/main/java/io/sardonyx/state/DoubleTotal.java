package io.sardonyx.state;

/** State of running totals of real numbers for each key: count, sum, least, greatest and average, without objects. */
public interface DoubleTotal {

    void add(double number);

    /** How many numbers were added; 0 for a key that has none. */
    long count();

    double sum();

    /** The least number that was added; positive infinity if there is none. */
    double min();

    /** The greatest number that was added; negative infinity if there is none. */
    double max();

    /** The average; 0 if there are no numbers. */
    default double average() {
        return count() == 0 ? 0 : sum() / count();
    }

    /** Starts over, as if nothing had been added. */
    void clear();
}
