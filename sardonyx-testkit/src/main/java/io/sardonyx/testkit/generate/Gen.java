package io.sardonyx.testkit.generate;

import java.util.List;
import java.util.function.Function;

/**
 * Generator of random values; all randomness comes from {@link Choices}.
 *
 * @param <T> the type of values
 */
@FunctionalInterface
public interface Gen<T> {

    /** Generates a value that is a pure function of the choices. */
    T from(Choices choices);

    /** Generates the value of a seed. */
    default T seeded(long seed) {
        return from(Choices.seeded(seed));
    }

    default <R> Gen<R> map(Function<? super T, ? extends R> function) {
        return choices -> function.apply(from(choices));
    }

    /** A generator that depends on the value of this one (flat map). */
    default <R> Gen<R> then(Function<? super T, ? extends Gen<R>> function) {
        return choices -> function.apply(from(choices)).from(choices);
    }

    /** A generator of lists of such values. */
    default Gen<List<T>> lists(int min, int max) {
        return choices -> choices.list(min, max, () -> from(choices));
    }

    static <T> Gen<T> constant(T value) {
        return choices -> value;
    }

    /** Integers between two others, both included; they shrink to the first. */
    static Gen<Integer> ints(int from, int to) {
        return choices -> choices.between(from, to);
    }

    /** One of the values; they shrink to the first. */
    @SafeVarargs
    @SuppressWarnings("varargs")
    static <T> Gen<T> among(T... values) {
        List<T> all = List.of(values);
        return choices -> choices.among(all);
    }

    /**
     * A value of one of the generators; shrinks to the first. Name a generator more than once to make it more likely.
     */
    @SafeVarargs
    @SuppressWarnings("varargs")
    static <T> Gen<T> oneOf(Gen<? extends T>... recipes) {
        List<Gen<? extends T>> all = List.of(recipes);
        return choices -> choices.among(all).from(choices);
    }
}
