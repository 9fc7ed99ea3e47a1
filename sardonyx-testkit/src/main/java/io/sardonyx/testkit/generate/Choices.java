package io.sardonyx.testkit.generate;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * The chance that a generator draws from: numbers of a seed, or numbers that were recorded before. Recorded ones that
 * are too large for what is asked count as the largest possible, and after the last one all are zero, so that any
 * sequence of numbers leads to some value.
 */
public final class Choices {

    private final @Nullable RandomGenerator random;
    private final int[] recorded;
    private final List<Span> spans = new ArrayList<>();
    private int[] made = new int[64];
    private int count;
    private int depth;

    private Choices(@Nullable RandomGenerator random, int[] recorded) {
        this.random = random;
        this.recorded = recorded;
    }

    public static Choices seeded(long seed) {
        return new Choices(new SplittableRandom(seed), new int[0]);
    }

    public static Choices recorded(int[] choices) {
        return new Choices(null, choices.clone());
    }

    /** A number from 0 to {@code bound - 1}; it shrinks to 0. */
    public int below(int bound) {
        if (bound < 1) {
            throw new IllegalArgumentException("there is no number from 0 to below " + bound);
        }
        return record(random != null ? random.nextInt(bound) : Math.min(next(), bound - 1));
    }

    /** A number between two others, both included; it shrinks to the first. */
    public int between(int from, int to) {
        return from + below(to - from + 1);
    }

    /** One of the values; it shrinks to the first. */
    public <T> T among(List<T> values) {
        return values.get(below(values.size()));
    }

    @SafeVarargs
    public final <T> T among(T... values) {
        return values[below(values.length)];
    }

    /** True so many times in a hundred; it shrinks to false. */
    public boolean percent(int percent) {
        return decide(random != null && random.nextInt(100) < percent);
    }

    /**
     * Values until there are enough. Each value is preceded by the choice to go on, so that a shorter list is found by
     * leaving out the choices of some values.
     */
    public <T> List<T> list(int min, int max, Supplier<? extends T> value) {
        return list(min, min, max, value);
    }

    /**
     * As {@link #list(int, int, Supplier)}, of chance at least {@code usual} values; fewer are left by shrinking only.
     */
    public <T> List<T> list(int min, int usual, int max, Supplier<? extends T> value) {
        int wanted = random != null ? random.nextInt(usual, max + 1) : max;
        var values = new ArrayList<T>();
        for (boolean more = true; more; ) {
            int start = count;
            depth++;
            more = values.size() < max && (values.size() < min || decide(values.size() < wanted));
            if (more) {
                values.add(value.get());
                spans.add(new Span(start, count, depth));
            }
            depth--;
        }
        return values;
    }

    private boolean decide(boolean wanted) {
        return record(random != null ? (wanted ? 1 : 0) : Math.min(next(), 1)) == 1;
    }

    private int next() {
        return count < recorded.length ? Math.max(0, recorded[count]) : 0;
    }

    private int record(int choice) {
        if (count == made.length) {
            made = Arrays.copyOf(made, 2 * count);
        }
        made[count++] = choice;
        return choice;
    }

    /** What was chosen so far. */
    int[] made() {
        return Arrays.copyOf(made, count);
    }

    /** Where in the sequence the elements of lists are, in order of their ends. */
    List<Span> spans() {
        return List.copyOf(spans);
    }

    /** The choices of one element of a list, from {@code start} until before {@code end}. */
    record Span(int start, int end, int depth) {}
}
