package io.sardonyx.testkit.generate;

import java.util.List;
import java.util.function.Function;

/**
 * A recipe for values of a kind.
 *
 * @param <T> the kind of value
 */
@FunctionalInterface
public interface Gen<T> {

    /** A value that depends on nothing but the choices. */
    T from(Choices choices);

    /** The value for a seed. */
    default T seeded(long seed) {
        return from(Choices.seeded(seed));
    }

    default <R> Gen<R> map(Function<? super T, ? extends R> function) {
        return choices -> function.apply(from(choices));
    }

    /** A value that depends on another. */
    default <R> Gen<R> then(Function<? super T, ? extends Gen<R>> function) {
        return choices -> function.apply(from(choices)).from(choices);
    }

    /** Lists of such values. */
    default Gen<List<T>> lists(int min, int max) {
        return choices -> choices.list(min, max, () -> from(choices));
    }

    static <T> Gen<T> constant(T value) {
        return choices -> value;
    }

    /** Numbers between two others, both included; they shrink to the first. */
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

    /** What one of the recipes makes; they shrink to the first. To make one more likely, name it more than once. */
    @SafeVarargs
    @SuppressWarnings("varargs")
    static <T> Gen<T> oneOf(Gen<? extends T>... recipes) {
        List<Gen<? extends T>> all = List.of(recipes);
        return choices -> choices.among(all).from(choices);
    }
}
