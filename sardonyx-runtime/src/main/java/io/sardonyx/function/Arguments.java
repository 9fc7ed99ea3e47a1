package io.sardonyx.function;

import org.jspecify.annotations.Nullable;

/**
 * What a method is called with behind its first argument, the same each time; null where it takes no more.
 *
 * @param function the method's name, for messages
 */
record Arguments(
        String function,
        @Nullable Object a,
        @Nullable Object b,
        @Nullable Object c) {

    static final int MOST = 3;

    /** None, for a method of one argument. */
    static Arguments none(String function) {
        return new Arguments(function, null, null, null);
    }

    static Arguments of(String function, @Nullable Object[] values) {
        return new Arguments(function, at(values, 0), at(values, 1), at(values, 2));
    }

    private static @Nullable Object at(@Nullable Object[] values, int index) {
        return index < values.length ? values[index] : null;
    }
}
