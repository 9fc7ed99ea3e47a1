package io.sardonyx.function;

import io.sardonyx.plugin.Param;
import io.sardonyx.plugin.TaskContext;
import java.io.IOException;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Functions of every shape. */
public final class Samples {

    static final List<Object> SEEN = new ArrayList<>();

    private Samples() {}

    public static Integer cast(Object word) {
        return (Integer) word;
    }

    public static String upper(String word) {
        return word.toUpperCase(java.util.Locale.ROOT);
    }

    public static long twice(long number) {
        return 2 * number;
    }

    public static boolean isLong(String word, @Param("least") int least) {
        return word.length() >= least;
    }

    public static List<String> split(String line) {
        return Arrays.asList(line.split(" ", -1));
    }

    public static Stream<String> stream(String line) {
        return split(line).stream().map(word -> {
            if (word.equals("bad")) {
                throw new IllegalStateException("a bad word");
            }
            return word;
        });
    }

    public static Iterator<String> iterator(String line) {
        return split(line).iterator();
    }

    public static Iterable<String> iterable(String line) {
        return () -> iterator(line);
    }

    public static @Nullable List<@Nullable String> nulls(String line) {
        return line.isEmpty() ? null : Arrays.asList(line, null);
    }

    public static String[] array(String line) {
        return line.split(" ", -1);
    }

    public static Optional<String> nonEmpty(String word) {
        return Optional.of(word).filter(it -> !it.isEmpty());
    }

    @SuppressWarnings("NullableOptional") // as users do
    public static @Nullable Optional<String> noOptional(String word) {
        return null;
    }

    public static void see(Object segment) {
        SEEN.add(segment);
    }

    public static @Nullable String nothing(String word) {
        return word.isEmpty() ? null : word;
    }

    public static <T extends Comparable<T>> T same(T segment) {
        return segment;
    }

    public static String checked(String word) throws IOException {
        if (!word.isEmpty()) {
            throw new IOException("no " + word);
        }
        return word;
    }

    public static String deep(String word) {
        return word.isEmpty() ? word : deep(word + "x").strip();
    }

    public static String joined(
            String word, @Param("before") String before, TaskContext context, @Param("times") int times) {
        return before + word.repeat(times) + context.parameters().names();
    }

    public static String resource(String word, @Param("words") Map<String, String> words) {
        return words.getOrDefault(word, "?");
    }

    public static String numbers(
            Object segment, @Param("byte") Byte small, @Param("double") double real, @Param("exact") BigDecimal exact) {
        return small + " " + real + " " + exact;
    }

    public static String times(
            Object segment,
            @Param("every") Duration every,
            @Param("since") Instant since,
            @Param("unit") TimeUnit unit) {
        return every + " " + since + " " + unit;
    }

    public static int nested(
            Object segment, @Param("limits") List<Integer> limits, @Param("table") Map<String, Long> table) {
        return limits.get(0) + table.get("a").intValue();
    }

    public static String six(
            Object a, @Param("b") int b, @Param("c") int c, @Param("d") int d, @Param("e") int e, @Param("f") int f) {
        return "" + a + b + c + d + e + f;
    }

    public static boolean sixth(
            String a, @Param("b") int b, @Param("c") int c, @Param("d") int d, @Param("e") int e, @Param("f") int f) {
        return a.length() == f;
    }

    public static int unknown(Object a, String b) {
        return b.length();
    }

    public static int none() {
        return 0;
    }

    public static int any(String... words) {
        return words.length;
    }

    public static List<Integer> lengths(List<String> words) {
        if (words.contains("fewer")) {
            return List.of();
        }
        return words.stream().map(String::length).toList();
    }

    public static void seeAll(List<?> segments) {
        SEEN.add(segments);
    }

    public static int first(String word) {
        return word.charAt(0);
    }

    public static int over(String word) {
        return word.length();
    }

    public static int over(Integer number) {
        return number;
    }

    public String instance(String word) {
        return word;
    }

    /** A place for functions, too. */
    public interface Face {
        static String lower(String word) {
            return word.toLowerCase(java.util.Locale.ROOT);
        }
    }

    /** Not for everybody. */
    static final class Hidden {
        private Hidden() {}

        public static String upper(String word) {
            return word;
        }
    }
}
