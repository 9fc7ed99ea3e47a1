package io.sardonyx.examples;

import io.sardonyx.plugin.Identified;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The words of some lines, also so that they can be counted whatever happens meanwhile. */
public final class Words {

    private Words() {}

    /** The words of a line, in lower case. */
    public static List<Map<String, String>> split(String line) {
        return words(line).stream().map(word -> Map.of("word", word)).toList();
    }

    /**
     * The words of a line, each with its place: partition, position of the line and number within it. A word that is
     * delivered again has the same place, another one of the same letters has not. So who sorts them without doubles
     * and counts gets the right numbers after any crash.
     */
    public static List<String> place(Identified<String> line) {
        var placed = new ArrayList<String>();
        for (String word : words(line.value())) {
            placed.add(word + " " + line.partition() + ":" + line.position() + ":" + placed.size());
        }
        return placed;
    }

    private static List<String> words(String line) {
        return Arrays.stream(line.toLowerCase(Locale.ROOT).split("[^\\p{L}]+"))
                .filter(word -> !word.isEmpty())
                .toList();
    }
}
