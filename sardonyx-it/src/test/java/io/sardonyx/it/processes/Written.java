package io.sardonyx.it.processes;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.BitSet;
import java.util.List;
import java.util.stream.Stream;

/**
 * What of the numbers from 0 on is found in the complete files of an output; a bit for each, so that many will do.
 *
 * @param lost how many are in no file
 * @param repeated how many lines could be left out without losing any
 * @param foreign how many lines are none of the numbers
 * @param leftovers how many files are there that never became complete
 */
record Written(long lost, long repeated, long foreign, long leftovers) {

    private static final int MOST_DIGITS = 9;

    static Written in(Path directory, int segments) throws IOException {
        List<Path> files;
        try (Stream<Path> all = Files.list(directory)) {
            files = all.toList();
        }
        var seen = new BitSet(segments);
        long lines = 0;
        long foreign = 0;
        long leftovers = 0;
        for (Path file : files) {
            if (!file.toString().endsWith(".txt")) {
                leftovers++;
                continue;
            }
            try (BufferedReader reader = Files.newBufferedReader(file)) {
                for (String line = reader.readLine(); line != null; line = reader.readLine()) {
                    int number = number(line);
                    boolean known = number >= 0 && number < segments;
                    lines += known ? 1 : 0;
                    foreign += known ? 0 : 1;
                    if (known) {
                        seen.set(number);
                    }
                }
            }
        }
        long found = seen.cardinality();
        return new Written(segments - found, lines - found, foreign, leftovers);
    }

    /** The number in a line, or -1: half a line, for example, is none. */
    private static int number(String line) {
        boolean plain = !line.isEmpty()
                && line.length() <= MOST_DIGITS
                && line.chars().allMatch(c -> c >= '0' && c <= '9')
                && (line.length() == 1 || line.charAt(0) != '0');
        return plain ? Integer.parseInt(line) : -1;
    }
}
