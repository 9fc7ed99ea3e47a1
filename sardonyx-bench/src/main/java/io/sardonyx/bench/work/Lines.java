package io.sardonyx.bench.work;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** The input of W2 and W7: lines of ten words out of ten thousand, the first of which are somewhat more frequent. */
public final class Lines {

    /** Words in a line. */
    public static final int WORDS = 10;

    private static final String[] VOCABULARY = IntStream.range(0, 10_000)
            .mapToObj(i -> Long.toString(1_000 + Chance.of(i) & 0xFFFFFFFFL, 36) + i)
            .toArray(String[]::new);

    private Lines() {}

    public static String of(long index) {
        var line = new StringBuilder(128);
        for (int i = 0; i < WORDS; i++) {
            long chance = Chance.of(index * WORDS + i);
            int bound = Chance.below(VOCABULARY.length, chance) + 1;
            // A second draw below the first bound, one time in four, favours the words at the front.
            int word = (chance & 3) == 0 ? Chance.below(bound, chance << 20) : bound - 1;
            line.append(VOCABULARY[word]).append(' ');
        }
        line.setLength(line.length() - 1);
        return line.toString();
    }

    public static List<String> split(String line) {
        var words = new ArrayList<String>(WORDS);
        int from = 0;
        for (int space = line.indexOf(' '); space >= 0; space = line.indexOf(' ', from)) {
            words.add(line.substring(from, space));
            from = space + 1;
        }
        words.add(line.substring(from));
        return words;
    }

    /** Of a word that occurred so often; a count of one more is quite another number. */
    public static long digest(String word, long count) {
        return Chance.of(word.hashCode() * 0x9E3779B97F4A7C15L + count);
    }
}
