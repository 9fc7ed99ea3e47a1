package io.sardonyx.examples;

import io.sardonyx.plugin.Lifecycle;
import io.sardonyx.plugin.Param;
import io.sardonyx.plugin.TaskContext;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** Counts the words of some lines. */
public final class Words {

    private Words() {}

    /** The words of a line, in lower case. */
    public static List<Map<String, String>> split(String line) {
        return Arrays.stream(line.toLowerCase(Locale.ROOT).split("[^\\p{L}]+"))
                .filter(word -> !word.isEmpty())
                .map(word -> Map.of("word", word))
                .toList();
    }

    /** How often a word was seen by now. */
    public static String count(Map<String, String> segment, @Param("counts") Map<String, Long> counts) {
        String word = String.valueOf(segment.get("word"));
        return word + " " + counts.merge(word, 1L, Long::sum);
    }

    /** Gives each peer that counts a table of its own; the same word always comes to the same peer. */
    public static Lifecycle counting() {
        return new Lifecycle() {
            @Override
            public void beforeTask(TaskContext context) {
                context.provide("counts", new TreeMap<String, Long>());
            }
        };
    }
}
