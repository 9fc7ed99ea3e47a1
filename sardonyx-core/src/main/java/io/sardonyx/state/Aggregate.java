package io.sardonyx.state;

/**
 * An aggregate function: how a {@link Total} is made of values. It has a public constructor without arguments and no
 * state of its own; accumulators are what segments may be, and are never changed, but replaced.
 *
 * @param <T> what is added
 * @param <A> the accumulator
 * @param <R> what is read
 */
public interface Aggregate<T, A, R> {

    /** The accumulator of nothing. */
    A zero();

    A add(A before, T value);

    /** The accumulator of all that two others are made of, in any order. */
    A merge(A one, A other);

    R result(A accumulator);
}
