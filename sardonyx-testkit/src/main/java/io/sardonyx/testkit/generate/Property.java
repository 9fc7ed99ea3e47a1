package io.sardonyx.testkit.generate;

import java.time.Duration;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Property-based test: an assertion about all values of a generator, checked for some of them.
 *
 * <pre>{@code
 * Property.forAll(AnyHistory.hostile(100)).runs(500).check(history ->
 *         assertThat(Invariants.violated(history.replica())).isEmpty());
 * }</pre>
 *
 * <p>Run n uses seed + n, so the same seed checks the same values on every machine. A failure is shrunk and names its
 * seed; {@code -Dsardonyx.seed=N} begins with that one, {@code -Dsardonyx.runs=N} sets the number of runs of every
 * property.
 *
 * @param <T> the type of values
 */
public final class Property<T> {

    private static final int SHRINKING_ATTEMPTS = 20_000;

    private final Gen<T> gen;
    private final int runs;
    private final long seed;
    private final Duration budget;
    private final Function<? super T, String> text;

    private Property(Gen<T> gen, int runs, long seed, Duration budget, Function<? super T, String> text) {
        this.gen = gen;
        this.runs = runs;
        this.seed = seed;
        this.budget = budget;
        this.text = text;
    }

    /** Assertion about a value: throws when it does not hold. */
    @FunctionalInterface
    public interface Check<T> {
        void of(T value) throws Exception;
    }

    public static <T> Property<T> forAll(Gen<T> gen) {
        return new Property<>(gen, 100, 0, Duration.ofDays(1), String::valueOf);
    }

    public Property<T> runs(int count) {
        return new Property<>(gen, count, seed, budget, text);
    }

    /** The first seed, unless {@code -Dsardonyx.seed} sets another. */
    public Property<T> seed(long first) {
        return new Property<>(gen, runs, first, budget, text);
    }

    /** Sets a time limit after which no further run begins. */
    public Property<T> within(Duration time) {
        return new Property<>(gen, runs, seed, time, text);
    }

    /** Sets how a counterexample is printed; default is {@code toString}. */
    public Property<T> shownAs(Function<? super T, String> other) {
        return new Property<>(gen, runs, seed, budget, other);
    }

    /** Runs the property, and fails with the smallest counterexample found, if there is one. */
    public void check(Check<? super T> check) {
        falsify(check).ifPresent(found -> {
            throw new AssertionError(report(found), found.cause());
        });
    }

    private String report(Counterexample<T> found) {
        return "broken by run " + found.run() + "; again with -Dsardonyx.seed=" + found.seed()
                + "\nthe smallest counterexample after " + found.attempts() + " attempts:\n"
                + text.apply(found.shrunk())
                + "\nfails with " + found.cause();
    }

    /** The first counterexample, shrunk, or empty when all runs pass. */
    public Optional<Counterexample<T>> falsify(Check<? super T> check) {
        long first = Long.getLong("sardonyx.seed", seed);
        int count = Integer.getInteger("sardonyx.runs", runs);
        long end = System.nanoTime() + budget.toNanos();
        for (int run = 0; run < count && System.nanoTime() - end < 0; run++) {
            var choices = Choices.seeded(first + run);
            T value = gen.from(choices);
            Throwable cause = failure(check, value);
            if (cause != null) {
                return Optional.of(
                        shrunk(check, choices.made(), new Counterexample<>(first + run, run, value, value, cause, 0)));
            }
        }
        return Optional.empty();
    }

    private Counterexample<T> shrunk(Check<? super T> check, int[] choices, Counterexample<T> found) {
        var shrinker = new Shrinker<>(gen, value -> isSameKind(failure(check, value), found.cause()), choices);
        T smallest = gen.from(Choices.recorded(shrinker.shrink(SHRINKING_ATTEMPTS)));
        Throwable cause = failure(check, smallest);
        return new Counterexample<>(
                found.seed(),
                found.run(),
                found.original(),
                smallest,
                cause == null ? found.cause() : cause,
                shrinker.attempts());
    }

    /**
     * Whether two failures have the same exception class. Another class is another bug, which must not replace the one
     * that is being shrunk.
     */
    private static boolean isSameKind(@Nullable Throwable some, Throwable other) {
        return some != null && some.getClass() == other.getClass();
    }

    private static <T> @Nullable Throwable failure(Property.Check<? super T> check, T value) {
        try {
            check.of(value);
            return null;
        } catch (Exception | AssertionError | StackOverflowError failed) {
            return failed;
        }
    }
}
