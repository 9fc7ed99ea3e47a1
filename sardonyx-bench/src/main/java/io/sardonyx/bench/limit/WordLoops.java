package io.sardonyx.bench.limit;

import io.sardonyx.bench.work.Lines;
import io.sardonyx.bench.work.Tally;
import io.sardonyx.bench.work.WordCounts;
import java.util.List;

/** W2 by hand: in one thread, or one that makes and splits lines and one that counts. */
final class WordLoops {

    /** Lines whose words cross over together: about as many as other loops hand over. */
    private static final int LINES = 25;

    private static final int ITEMS_IN_FLIGHT = 1 << 14;
    private static final int BATCHES_IN_FLIGHT = 64;

    private WordLoops() {}

    /** Who counts in several threads adds up in the end: two stages. */
    static WordCounts single(long from, long to) {
        var counts = new WordCounts();
        for (long i = from; i < to; i++) {
            List<String> words = Lines.split(Lines.of(i));
            for (int w = 0; w < words.size(); w++) {
                counts.add(words.get(w));
            }
        }
        return counts;
    }

    static WordCounts sum(WordCounts one, WordCounts other) {
        one.addAll(other);
        return one;
    }

    /** Each word crosses over by itself. */
    static Tally pair(long inputs) {
        var ring = new Ring<String>(ITEMS_IN_FLIGHT);
        return Pair.run(
                () -> {
                    for (long i = 0; i < inputs; i++) {
                        List<String> words = Lines.split(Lines.of(i));
                        for (int w = 0; w < words.size(); w++) {
                            ring.put(words.get(w));
                        }
                    }
                },
                () -> {
                    var counts = new WordCounts();
                    for (long i = 0; i < inputs * Lines.WORDS; i++) {
                        counts.add(ring.take());
                    }
                    return counts.tally();
                });
    }

    /** Many words at a time. */
    static Tally batched(long inputs) {
        var ring = new Ring<String[]>(BATCHES_IN_FLIGHT);
        return Pair.run(
                () -> {
                    for (long from = 0; from < inputs; from += LINES) {
                        ring.put(words(from, (int) Math.min(LINES, inputs - from)));
                    }
                },
                () -> {
                    var counts = new WordCounts();
                    for (long from = 0; from < inputs; from += LINES) {
                        for (String word : ring.take()) {
                            counts.add(word);
                        }
                    }
                    return counts.tally();
                });
    }

    private static String[] words(long from, int lines) {
        var all = new String[lines * Lines.WORDS];
        int size = 0;
        for (int i = 0; i < lines; i++) {
            List<String> words = Lines.split(Lines.of(from + i));
            for (int w = 0; w < words.size(); w++) {
                all[size++] = words.get(w);
            }
        }
        return all;
    }
}
