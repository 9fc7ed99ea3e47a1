package io.sardonyx.answer;

import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Formatting of counts, numbers, durations, ids and lists for messages. */
public final class Phrases {

    private static final int LISTED = 12;

    private static final Pattern UUID = Pattern.compile("\\b([0-9a-f]{8})(-[0-9a-f]{4}){3}-[0-9a-f]{12}\\b");

    private Phrases() {}

    /** {@code 1 peer}, {@code 2 peers}. */
    public static String count(long number, String noun) {
        return number + " " + noun + (number == 1 ? "" : noun.endsWith("s") ? "es" : "s");
    }

    /** {@code 1,234,567}. */
    public static String grouped(long number) {
        var text = new StringBuilder(Long.toString(number));
        for (int at = text.length() - 3; at > (number < 0 ? 1 : 0); at -= 3) {
            text.insert(at, ',');
        }
        return text.toString();
    }

    /** The line with UUIDs abbreviated to their first eight digits. */
    public static String shortened(String line) {
        return UUID.matcher(line).replaceAll("$1");
    }

    /** {@code 12.3 s}. */
    public static String seconds(long millis) {
        return millis / 1_000 + "." + millis % 1_000 / 100 + " s";
    }

    /** The first twelve elements, and how many more there are. */
    public static String some(List<?> things, String separator) {
        String listed = things.stream().limit(LISTED).map(Object::toString).collect(Collectors.joining(separator));
        return things.size() <= LISTED ? listed : listed + separator + "and " + (things.size() - LISTED) + " more";
    }
}
