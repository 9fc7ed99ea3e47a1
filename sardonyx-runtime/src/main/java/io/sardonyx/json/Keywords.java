package io.sardonyx.json;

import io.sardonyx.value.text.Spelling;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** Mapping of enum constants to the protocol's keywords: lower case, with hyphens. */
public final class Keywords {

    private Keywords() {}

    public static String of(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /**
     * The constant that {@code field} names, or {@code absent} when the field is missing. {@code round-robin} is an old
     * name of {@code balanced}.
     */
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
