package io.sardonyx.testkit.simulate.jobs;

import io.sardonyx.state.Entries;
import io.sardonyx.state.Items;
import io.sardonyx.state.LongTotal;
import io.sardonyx.state.State;
import io.sardonyx.state.Value;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * State of generated jobs: a function that keeps what it has seen of each key, in all kinds of state, and what that
 * must be for any set of numbers, in whatever order they came. Public, since jobs name its methods.
 */
public final class CountedState {

    /** The task whose function keeps state. */
    public static final String TASK = "counted";

    /** The task that adds up what was combined before. */
    public static final String COMBINED = "combined";

    private static final int KEYS = 7;
    /* So long that the state of a job is too large for a manifest, and changes are written to files. */
    private static final int PADDING = 5_000;

    private CountedState() {}

    public static long key(long number) {
        return number / 2 % KEYS;
    }

    /** Keeps a number, and passes it on. The entry of a pair is there while only one of both has come. */
    public static long counted(
            long number,
            @State("total") LongTotal total,
            @State("odd") Entries<Long, Long> odd,
            @State("all") Items<Long> all,
            @State("text") Value<String> text) {
        total.add(number);
        if (odd.get(number / 2) == null) {
            odd.put(number / 2, number);
        } else {
            odd.remove(number / 2);
        }
        all.add(number);
        text.set(total.count() + " " + total.sum() + " ".repeat(PADDING));
        return number;
    }

    /** The same function in another version of a job, which has the same states in another order. */
    public static long countedInOtherOrder(
            long number,
            @State("text") Value<String> text,
            @State("all") Items<Long> all,
            @State("total") LongTotal total,
            @State("odd") Entries<Long, Long> odd) {
        return counted(number, total, odd, all, text);
    }

    /** The same for a number, unless it throws after it has changed something, which must be taken back. */
    public static long countedOrThrown(
            long number,
            @State("total") LongTotal total,
            @State("odd") Entries<Long, Long> odd,
            @State("all") Items<Long> all,
            @State("text") Value<String> text) {
        counted(number, total, odd, all, text);
        if (TestFunctions.isPoison(number)) {
            odd.clear();
            total.clear();
            throw new IllegalArgumentException("I do not like " + number);
        }
        return number;
    }

    /** Adds a number to the total of its key. */
    public static void added(long number, @State("total") LongTotal total) {
        total.add(number);
    }

    /** The total of a key, which no number looks like. */
    public static String total(long key, @State("total") LongTotal total) {
        return total(key, total.count(), total.sum());
    }

    private static String total(long key, long count, long sum) {
        return "total of " + key + ": " + count + ", " + sum;
    }

    /** Whether a segment is a total. */
    public static boolean isTotal(Object segment) {
        return segment instanceof String text && text.startsWith("total of ");
    }

    /** The totals of some numbers. */
    public static List<String> totals(Collection<Long> numbers) {
        var totals = new ArrayList<String>();
        byKey(numbers).forEach((key, some) -> totals.add(total(key, some.size(), sum(some))));
        return totals;
    }

    private static long sum(Collection<Long> numbers) {
        return numbers.stream().mapToLong(Long::longValue).sum();
    }

    private static Map<Long, TreeSet<Long>> byKey(Collection<Long> numbers) {
        var byKey = new TreeMap<Long, TreeSet<Long>>();
        numbers.forEach(number ->
                byKey.computeIfAbsent(key(number), key -> new TreeSet<>()).add(number));
        return byKey;
    }

    /** What the state is, as text by key, for numbers that were each counted once. */
    public static Map<Long, String> expected(Collection<Long> numbers) {
        var expected = new TreeMap<Long, String>();
        byKey(numbers).forEach((key, some) -> {
            var odd = new TreeSet<Long>();
            some.forEach(number -> {
                if (!odd.add(number / 2)) {
                    odd.remove(number / 2);
                }
            });
            expected.put(key, text(some.size(), sum(some), odd, some, some.size() + " " + sum(some)));
        });
        return expected;
    }

    /** What the state of a key is, as text. */
    public static String text(LongTotal total, Entries<Long, Long> odd, Items<Long> all, @Nullable String text) {
        var pairs = new TreeSet<Long>();
        odd.forEach((pair, number) -> pairs.add(pair));
        return text(total.count(), total.sum(), pairs, new TreeSet<>(all.all()), text == null ? "" : text.strip());
    }

    private static String text(long count, long sum, Collection<Long> odd, Collection<Long> all, String text) {
        return count + " " + sum + " " + odd + " " + all + " " + text;
    }
}
