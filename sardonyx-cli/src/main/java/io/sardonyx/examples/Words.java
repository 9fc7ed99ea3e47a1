package io.sardonyx.examples;

import io.sardonyx.plugin.Identified;
import io.sardonyx.state.LongTotal;
import io.sardonyx.state.State;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Functions of the word-count examples: split lines into words, and count them, exactly once. */
public final class Words {

    private Words() {}

    /** The words of a line, in lower case. */
    public static List<Map<String, String>> split(String line) {
        return all(line).stream().map(word -> Map.of("word", word)).toList();
    }

    /**
     * The words of a line, each with its source position: partition, position of the line and index within it. A
     * redelivered word has the same position, another occurrence has not. So sorting, removing duplicates and counting
     * gives exact numbers after any crash (idempotent under at-least-once delivery).
     */
    public static List<String> place(Identified<String> line) {
        var placed = new ArrayList<String>();
        for (String word : all(line.value())) {
            placed.add(word + " " + line.partition() + ":" + line.position() + ":" + placed.size());
        }
        return placed;
    }

    /** The words of a line, in lower case, as plain texts. */
    public static List<String> all(String line) {
        return Arrays.stream(line.toLowerCase(Locale.ROOT).split("[^\\p{L}]+"))
                .filter(word -> !word.isEmpty())
                .toList();
    }

    /** The key of a word: the word itself. */
    public static String same(String word) {
        return word;
    }

    /** Counts a word. */
    public static void count(String word, @State("count") LongTotal count) {
        count.add(1);
    }

    /** How often a word has come, when all have. */
    public static String total(String word, @State("count") LongTotal count) {
        return word + " " + count.sum();
    }
}
