package io.sardonyx.it.offenders.innocent;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** All that core may do: no rule of purity or manners may find fault with it. */
abstract class Computes {

    private static final String NAME = "name";
    private static final List<String> NAMES = List.of(NAME);
    private static final Map<String, String> EMPTY = Map.of();

    private final Object[] values = new Object[2];
    private int size;

    abstract CompletionStage<ByteBuffer> later();

    Instant add(Instant now, Duration pause, RandomGenerator chance) {
        return now.plus(pause.multipliedBy(chance.nextInt(1, 3)));
    }

    Object[] grow() {
        Object[] more = new Object[values.length + 1];
        System.arraycopy(values, 0, more, 0, values.length);
        size++;
        return size > 2 ? more : values;
    }

    Map<String, Long> count(Stream<String> words) {
        return words.collect(Collectors.groupingBy(Function.identity(), TreeMap::new, Collectors.counting()));
    }

    Map<String, String> ordered(Stream<String> words) {
        return words.collect(Collectors.toMap(it -> it, it -> it, (one, other) -> one, LinkedHashMap::new));
    }

    byte[] text(int number) {
        return String.format(Locale.ROOT, "%s %d %s %s", NAME.toLowerCase(Locale.ROOT), number, NAMES, EMPTY)
                .getBytes(StandardCharsets.UTF_8);
    }

    enum Kind {
        ONE,
        OTHER;

        boolean isOne() {
            return switch (this) {
                case ONE -> true;
                case OTHER -> false;
            };
        }
    }
}
