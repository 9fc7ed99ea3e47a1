package io.sardonyx.function;

import org.jspecify.annotations.Nullable;

/**
 * What a method is called with behind its first argument, the same each time; null where it takes no more.
 *
 * @param function the method's name, for messages
 * @param subject the type of its first argument
 * @param state goes to the key of each first argument, for a method that takes state; else null
 */
public record BoundArguments(
        String function,
        Class<?> subject,
        @Nullable Object a,
        @Nullable Object b,
        @Nullable Object c,
        @Nullable Object d,
        @Nullable Object e,
        @Nullable Object f,
        @Nullable KeyedState state) {

    static final int MOST = 6;

    /** None, for a method of one argument. */
    public static BoundArguments none(String function) {
        return of(function, Object.class, new Object[0], null);
    }

    static BoundArguments of(String function, Class<?> subject, @Nullable Object[] values, @Nullable KeyedState state) {
        return new BoundArguments(
                function,
                subject,
                at(values, 0),
                at(values, 1),
                at(values, 2),
                at(values, 3),
                at(values, 4),
                at(values, 5),
                state);
    }

    /** Tells the state, if there is any, for which segments the method is called next. */
    void announce(Object[] segments, int from, int to) {
        if (state != null) {
            state.announce(segments, from, to);
        }
    }

    /** What was thrown for a segment, in words that say so when it is because of the segment's type. */
    Throwable explained(Throwable thrown, Object segment) {
        return thrown instanceof ClassCastException
                        && !Conversion.boxed(subject).isInstance(segment)
                ? new WrongSegment(function, subject, segment, thrown)
                : thrown;
    }

    private static @Nullable Object at(@Nullable Object[] values, int index) {
        return index < values.length ? values[index] : null;
    }
}
