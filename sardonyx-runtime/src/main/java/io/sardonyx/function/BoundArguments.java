package io.sardonyx.function;

import org.jspecify.annotations.Nullable;

/**
 * What a method is called with behind its first argument, the same each time; null where it takes no more.
 *
 * @param function the method's name, for messages
 * @param subject the type of its first argument
 */
public record BoundArguments(
        String function,
        Class<?> subject,
        @Nullable Object a,
        @Nullable Object b,
        @Nullable Object c,
        @Nullable Object d,
        @Nullable Object e) {

    static final int MOST = 5;

    /** None, for a method of one argument. */
    public static BoundArguments none(String function) {
        return of(function, Object.class, new Object[0]);
    }

    static BoundArguments of(String function, Class<?> subject, @Nullable Object[] values) {
        return new BoundArguments(
                function, subject, at(values, 0), at(values, 1), at(values, 2), at(values, 3), at(values, 4));
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
