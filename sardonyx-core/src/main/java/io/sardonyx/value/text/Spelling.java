package io.sardonyx.value.text;

import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;

/** Spelling suggestions by edit distance. */
public final class Spelling {

    /** Longest word that is compared; bounds the cost. */
    private static final int MAX_LENGTH = 40;

    private Spelling() {}

    /** Text such as "; did you mean x?" to append to an error message, or empty when no known word is near. */
    public static String didYouMean(String word, Collection<String> known) {
        return nearest(word, known)
                .map(nearest -> "; did you mean " + nearest + "?")
                .orElse("");
    }

    /** The nearest known word, if any is near. */
    public static Optional<String> nearest(String word, Collection<String> known) {
        String nearest = "";
        int least = 1 + Math.max(1, Math.min(word.length(), MAX_LENGTH) / 3);
        String typed = word.toLowerCase(Locale.ROOT);
        for (String candidate : known) {
            int distance = distance(typed, candidate.toLowerCase(Locale.ROOT));
            if (distance < least) {
                least = distance;
                nearest = candidate;
            }
        }
        return nearest.isEmpty() ? abbreviation(typed, known) : Optional.of(nearest);
    }

    /** The known word that the typed one abbreviates, or the other way round, such as func and fn. */
    private static Optional<String> abbreviation(String typed, Collection<String> known) {
        return known.stream()
                .filter(word -> isShortFor(word.toLowerCase(Locale.ROOT), typed)
                        || isShortFor(typed, word.toLowerCase(Locale.ROOT)))
                .min(Comparator.comparingInt(word -> distance(typed, word.toLowerCase(Locale.ROOT))));
    }

    /** Whether it is a subsequence of the other word that begins with the same letter. */
    private static boolean isShortFor(String word, String other) {
        int found = 0;
        for (int i = 0; i < other.length() && found < word.length() && (i == 0 || found > 0); i++) {
            found += word.charAt(found) == other.charAt(i) ? 1 : 0;
        }
        return word.length() > 1 && found == word.length();
    }

    /** Damerau-Levenshtein distance: insertions, deletions, substitutions and swaps of adjacent letters. */
    static int distance(String from, String to) {
        if (from.length() > MAX_LENGTH || to.length() > MAX_LENGTH) {
            return Integer.MAX_VALUE;
        }
        int[][] steps = new int[from.length() + 1][to.length() + 1];
        for (int i = 0; i <= from.length(); i++) {
            for (int j = 0; j <= to.length(); j++) {
                steps[i][j] = i == 0 || j == 0 ? i + j : cheapest(steps, from, to, i, j);
            }
        }
        return steps[from.length()][to.length()];
    }

    private static int cheapest(int[][] steps, String from, String to, int i, int j) {
        int replaced = steps[i - 1][j - 1] + (from.charAt(i - 1) == to.charAt(j - 1) ? 0 : 1);
        int best = Math.min(replaced, 1 + Math.min(steps[i - 1][j], steps[i][j - 1]));
        boolean swapped =
                i > 1 && j > 1 && from.charAt(i - 1) == to.charAt(j - 2) && from.charAt(i - 2) == to.charAt(j - 1);
        return swapped ? Math.min(best, 1 + steps[i - 2][j - 2]) : best;
    }
}
