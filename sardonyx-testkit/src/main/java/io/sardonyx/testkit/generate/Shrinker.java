package io.sardonyx.testkit.generate;

import io.sardonyx.testkit.generate.Choices.Span;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Shrinks a failing sequence of choices: shorter sequences first, then smaller numbers. It removes whole list elements,
 * many at once, then single choices, and lowers the rest towards zero.
 */
public final class Shrinker<T> {

    private final Gen<T> gen;
    private final Predicate<? super T> fails;
    /** Hashes of all sequences tried, to skip repeats. */
    private final Set<Integer> tried = new HashSet<>();
    /** The smallest failing sequence so far. */
    private int[] best;

    private List<Span> spans;
    private int attempts;

    Shrinker(Gen<T> gen, Predicate<? super T> fails, int[] failing) {
        this.gen = gen;
        this.fails = fails;
        var replayed = Choices.recorded(failing);
        gen.from(replayed);
        this.best = replayed.made();
        this.spans = replayed.spans();
    }

    /** Shrinks the value of a seed with at most so many attempts; the result fails if the value of the seed does. */
    public static <T> T smallest(Gen<T> gen, long seed, Predicate<? super T> fails, int limit) {
        var drawn = Choices.seeded(seed);
        gen.from(drawn);
        int[] smallest = new Shrinker<>(gen, fails, drawn.made()).shrink(limit);
        return gen.from(Choices.recorded(smallest));
    }

    int attempts() {
        return attempts;
    }

    /** Shrinks, and returns the smallest failing sequence found with that many attempts. */
    int[] shrink(int limit) {
        int[] before;
        do {
            before = best;
            leaveOutElements(limit);
            leaveOutChoices(limit);
            clearElements(limit);
            lowerChoices(limit);
        } while (best != before && attempts < limit);
        return best;
    }

    /** Tries a sequence; if it is smaller and fails, it becomes the best. */
    private boolean attempt(int[] candidate) {
        if (!tried.add(Arrays.hashCode(candidate))) {
            return false;
        }
        attempts++;
        var choices = Choices.recorded(candidate);
        T value = gen.from(choices);
        int[] made = choices.made();
        if (!isSmaller(made, best) || !fails.test(value)) {
            return false;
        }
        best = made;
        spans = choices.spans();
        return true;
    }

    private static boolean isSmaller(int[] some, int[] others) {
        return some.length != others.length ? some.length < others.length : Arrays.compare(some, others) < 0;
    }

    /** Removes runs of adjacent list elements, from half of them down to single ones, from the end to the start. */
    private void leaveOutElements(int limit) {
        for (int size = Math.max(1, spans.size() / 2); size > 0; size /= 2) {
            for (int last = spans.size() - 1; last >= 0 && attempts < limit; last--) {
                List<Span> run = neighbours(Math.min(last, spans.size() - 1), size);
                if (run.size() == size) {
                    attempt(without(run.get(size - 1).start(), run.get(0).end()));
                }
            }
        }
    }

    /** Up to {@code size} adjacent elements of one list, from the last one back. */
    private List<Span> neighbours(int last, int size) {
        var run = new ArrayList<Span>();
        for (int i = last; i >= 0 && run.size() < size; i--) {
            Span span = spans.get(i);
            Span next = run.isEmpty() ? span : run.get(run.size() - 1);
            if (span.depth() == next.depth() && (run.isEmpty() || span.end() == next.start())) {
                run.add(span);
            } else if (span.depth() <= next.depth()) {
                break;
            }
        }
        return run;
    }

    private int[] without(int start, int end) {
        int[] rest = Arrays.copyOf(best, best.length - (end - start));
        System.arraycopy(best, end, rest, start, best.length - end);
        return rest;
    }

    /** Removes runs of three, two and one choices. */
    private void leaveOutChoices(int limit) {
        for (int size = 3; size > 0; size--) {
            for (int start = best.length - size; start >= 0 && attempts < limit; start--) {
                if (start + size <= best.length) {
                    attempt(without(start, start + size));
                }
            }
        }
    }

    /** Sets all choices of an element to zero, except the one to go on. */
    private void clearElements(int limit) {
        for (int i = spans.size() - 1; i >= 0 && attempts < limit; i--) {
            if (i < spans.size()) {
                int[] cleared = best.clone();
                Arrays.fill(cleared, spans.get(i).start() + 1, spans.get(i).end(), 0);
                attempt(cleared);
            }
        }
    }

    /** Lowers each choice, to zero if possible. */
    private void lowerChoices(int limit) {
        for (int i = 0; i < best.length && attempts < limit; i++) {
            if (best[i] > 0 && !lowered(i, 0)) {
                lower(i, limit);
            }
        }
    }

    /** Binary search for the smallest failing choice at an index. */
    private void lower(int i, int limit) {
        int passing = 0;
        while (i < best.length && best[i] - passing > 1 && attempts < limit) {
            int middle = passing + (best[i] - passing) / 2;
            if (!lowered(i, middle)) {
                passing = middle;
            }
        }
    }

    private boolean lowered(int i, int choice) {
        int[] candidate = best.clone();
        candidate[i] = choice;
        return attempt(candidate);
    }
}
