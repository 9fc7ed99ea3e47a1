package io.sardonyx.testkit.property;

import io.sardonyx.serial.Codecs;
import io.sardonyx.testkit.generate.Choices;
import io.sardonyx.testkit.generate.Gen;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Values that may be segments: plain ones, and lists, sets, maps and records of any of them. */
final class AnySegment {

    static final Codecs CODECS = Codecs.forTypes(List.of(Leaf.class, Tree.class));

    private static final int DEPTH = 4;

    private AnySegment() {}

    enum Color {
        RED,
        GREEN
    }

    record Leaf(boolean a, byte b, short c, char d, int e, long f, float g, double h, Color color) {}

    record Tree(String name, List<Object> list, Set<Object> set, Map<Object, Object> map, Object any) {}

    /** Not null itself, though what it holds may be. */
    static Gen<Object> value() {
        return choices -> composite(choices, DEPTH);
    }

    private static Object composite(Choices choices, int depth) {
        return switch (choices.below(5)) {
            case 0 -> list(choices, depth);
            case 1 -> new LinkedHashSet<>(list(choices, depth));
            case 2 -> map(choices, depth);
            case 3 -> leaf(choices);
            default ->
                new Tree(
                        text(choices),
                        list(choices, depth),
                        new LinkedHashSet<>(list(choices, depth)),
                        map(choices, depth),
                        any(choices, depth - 1));
        };
    }

    private static @Nullable Object any(Choices choices, int depth) {
        return depth > 0 && choices.percent(30) ? composite(choices, depth) : plain(choices);
    }

    private static List<Object> list(Choices choices, int depth) {
        return choices.list(0, 4, () -> any(choices, depth - 1));
    }

    private static Map<Object, Object> map(Choices choices, int depth) {
        var map = new LinkedHashMap<Object, Object>();
        choices.list(0, 4, () -> map.put(any(choices, depth - 1), any(choices, depth - 1)));
        return map;
    }

    private static Leaf leaf(Choices choices) {
        long number = number(choices);
        return new Leaf(
                choices.percent(50),
                (byte) number,
                (short) number,
                (char) number,
                (int) number,
                number,
                Float.intBitsToFloat((int) number),
                Double.longBitsToDouble(number),
                choices.percent(20) ? null : choices.among(Color.values()));
    }

    private static @Nullable Object plain(Choices choices) {
        return switch (choices.below(19)) {
            case 0 -> null;
            case 1 -> choices.percent(50);
            case 2 -> (byte) number(choices);
            case 3 -> (short) number(choices);
            case 4 -> (int) number(choices);
            case 5 -> number(choices);
            case 6 -> Float.intBitsToFloat((int) number(choices));
            case 7 -> Double.longBitsToDouble(number(choices));
            case 8 -> (char) number(choices);
            case 9 -> big(choices);
            case 10 -> new BigDecimal(big(choices), (int) number(choices));
            case 11 -> new UUID(number(choices), number(choices));
            case 12 -> choices.among(Color.values());
            case 13 -> Instant.ofEpochSecond(number(choices) >> 9, choices.below(1_000_000_000));
            case 14 -> Duration.ofSeconds(number(choices) >> 1, choices.below(1_000_000_000));
            case 15 -> LocalDate.ofEpochDay(number(choices) >> 30);
            case 16 -> LocalDateTime.ofEpochSecond(number(choices) >> 9, choices.below(1_000_000_000), ZoneOffset.UTC);
            default -> text(choices);
        };
    }

    /** As many bits as may be, few as often as many; both signs. */
    private static long number(Choices choices) {
        long bits = (long) choices.below(Integer.MAX_VALUE) << 33 ^ choices.below(Integer.MAX_VALUE);
        long number = bits >>> choices.below(Long.SIZE);
        return choices.percent(50) ? ~number : number;
    }

    private static BigInteger big(Choices choices) {
        return BigInteger.valueOf(number(choices)).pow(choices.between(1, 5));
    }

    /** Plain letters, those of one byte, any other, halves of pairs among them. */
    private static String text(Choices choices) {
        int range = choices.among(0x80, 0x100, 0x10000);
        var text = new StringBuilder();
        choices.list(0, 12, () -> text.append((char) choices.below(range)));
        return text.toString();
    }
}
