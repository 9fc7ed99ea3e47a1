package io.sardonyx.testkit.generate;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * Source of randomness for generators: a sequence of small integers, drawn from a seed or replayed from a record. A
 * recorded number that is too large counts as the largest possible, and after the last all are zero, so any sequence
 * yields some value. Shrinking works on the recorded sequence.
 */
public final class Choices {

    private final @Nullable RandomGenerator random;
    private final int[] recorded;
    private final List<Span> spans = new ArrayList<>();
    /** The choices made so far; only the first {@code count} are valid. */
    private int[] made = new int[64];

    private int count;
    /** Nesting depth of lists at present. */
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

    /** True with a probability in percent; it shrinks to false. */
    public boolean percent(int percent) {
        return decide(random != null && random.nextInt(100) < percent);
    }

    /**
     * A list of random length. Each element is preceded by the choice to go on, so that leaving out the choices of an
     * element gives a shorter list.
     */
    public <T> List<T> list(int min, int max, Supplier<? extends T> value) {
        return list(min, min, max, value);
    }

    /**
     * As {@link #list(int, int, Supplier)}, with at least {@code usual} elements when drawn from a seed; only shrinking
     * gives fewer.
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

    /** The choices made so far. */
    int[] made() {
        return Arrays.copyOf(made, count);
    }

    /** Where in the sequence the elements of lists are, sorted by end. */
    List<Span> spans() {
        return List.copyOf(spans);
    }

    /** The choices of one list element, from {@code start} inclusive to {@code end} exclusive. */
    record Span(int start, int end, int depth) {}
}
