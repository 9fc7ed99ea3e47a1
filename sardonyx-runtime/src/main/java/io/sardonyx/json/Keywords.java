package io.sardonyx.json;

import io.sardonyx.value.Spelling;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** The constants of an enum as the words of the protocol: lower case, with hyphens. */
public final class Keywords {

    private Keywords() {}

    public static String of(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** The constant that {@code field} names, or {@code absent} when it names none. */
    public static <E extends Enum<E>> E read(Field field, E absent) {
        if (field.isAbsent()) {
            return absent;
        }
        String word = field.text();
        E[] constants = absent.getDeclaringClass().getEnumConstants();
        String known = word.equals("round-robin") ? "balanced" : word;
        for (E constant : constants) {
            if (of(constant).equals(known)) {
                return constant;
            }
        }
        List<String> words = Arrays.stream(constants).map(Keywords::of).toList();
        throw field.wrong("\"" + word + "\" is none of " + String.join(", ", words) + Spelling.didYouMean(word, words));
    }
}
