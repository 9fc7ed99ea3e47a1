package io.sardonyx.bench.work;

import java.util.HashMap;
import java.util.Map;

/** How often each word was seen, by hand. Not for more than one thread. */
public final class WordCounts {

    private final Map<String, long[]> counts = new HashMap<>();

    public void add(String word) {
        counts.computeIfAbsent(word, it -> new long[1])[0]++;
    }

    public void addAll(WordCounts others) {
        others.counts.forEach((word, count) -> counts.computeIfAbsent(word, it -> new long[1])[0] += count[0]);
    }

    /** All words and how often, as what came out. */
    public Tally tally() {
        var tally = new Tally();
        counts.forEach((word, count) -> tally.addAll(count[0], Lines.digest(word, count[0])));
        return tally;
    }
}
