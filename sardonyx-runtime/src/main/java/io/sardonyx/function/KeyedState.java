package io.sardonyx.function;

/** State that a function takes as arguments; it is about the key of the segment that the function is called with. */
public interface KeyedState {

    /** The object that a function is given as the argument of that name. */
    Object handle(String name);

    /**
     * Tells which segments come next, which are then sought one after the other, unless others are announced. State
     * lies scattered over memory: what several segments need is fetched in the time that one takes.
     */
    default void announce(Object[] segments, int from, int to) {}

    /**
     * Goes to the key of a segment. If that throws, what was changed for the segment before stays.
     *
     * @return false if the segment is a partial total, which was added to the state, so that the function is not called
     * @throws Throwable what the job's key function throws
     */
    boolean seek(Object segment) throws Throwable;

    /** Takes back what was changed since the last {@link #seek}, for a function, or a {@code seek}, that throws. */
    void rollBack();
}
