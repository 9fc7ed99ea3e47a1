package io.sardonyx.state;

/**
 * State of a running total for each key, by an {@link Aggregate} of your own: {@code @State(value = "best", by =
 * BestThree.class) Total<Offer, List<Offer>> best}.
 */
public interface Total<T, R> {

    void add(T value);

    /** The result of all that was added for the present key. */
    R result();

    /** Starts over, as if nothing had been added. */
    void clear();
}
