package io.sardonyx.examples;

import io.sardonyx.plugin.Identified;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Functions of the word-count examples: split lines into words, optionally with an identity for deduplication. */
public final class Words {

    private Words() {}

    /** The words of a line, in lower case. */
    public static List<Map<String, String>> split(String line) {
        return words(line).stream().map(word -> Map.of("word", word)).toList();
    }

    /**
     * The words of a line, each with its source position: partition, position of the line and index within it. A
     * redelivered word has the same position, another occurrence has not. So sorting, removing duplicates and counting
     * gives exact numbers after any crash (idempotent under at-least-once delivery).
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
