package io.sardonyx.it.processes;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.BitSet;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Lines that {@link StatefulFunctions} made of the numbers from 0 on, as found in the published files of an output:
 * {@code KEY N} for the n-th number of each key, {@code total KEY COUNT SUM} for each key.
 *
 * @param lost how many lines are missing
 * @param repeated how many lines came before
 * @param foreign how many lines are none of those that must be there, a wrong total for one
 * @param leftovers how many files are there that were never published
 */
record NumberedLines(long lost, long repeated, long foreign, long leftovers) {

    /** All lines, each once, and nothing else. */
    static final NumberedLines EXACT = new NumberedLines(0, 0, 0, 0);

    private static final String EXTENSION = ".txt";
    private static final Pattern NUMBERED = Pattern.compile("(\\d{1,9}) (\\d{1,9})");
    private static final Pattern TOTAL =
            Pattern.compile(StatefulFunctions.TOTAL + " (\\d{1,9}) (\\d{1,9}) (\\d{1,18})");

    static NumberedLines in(Path directory, int segments) throws IOException {
        int keys = Math.min(segments, StatefulFunctions.KEYS);
        var seen = new BitSet(segments + keys);
        long lines = 0;
        long foreign = 0;
        List<Path> files = files(directory);
        for (Path file : published(files)) {
            try (BufferedReader reader = Files.newBufferedReader(file)) {
                for (String line = reader.readLine(); line != null; line = reader.readLine()) {
                    int place = place(line, segments);
                    lines += place >= 0 ? 1 : 0;
                    foreign += place >= 0 ? 0 : 1;
                    if (place >= 0) {
                        seen.set(place);
                    }
                }
            }
        }
        long found = seen.cardinality();
        return new NumberedLines(
                segments + keys - found,
                lines - found,
                foreign,
                files.size() - published(files).size());
    }

    private static List<Path> files(Path directory) throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.toList();
        }
    }

    private static List<Path> published(List<Path> files) {
        return files.stream()
                .filter(file -> file.toString().endsWith(EXTENSION))
                .toList();
    }

    /** The index of a line among those that must be there, or -1 if it is none of them. */
    private static int place(String line, int segments) {
        Matcher numbered = NUMBERED.matcher(line);
        if (numbered.matches()) {
            long key = Long.parseLong(numbered.group(1));
            long number = (Long.parseLong(numbered.group(2)) - 1) * StatefulFunctions.KEYS + key;
            boolean known = key < StatefulFunctions.KEYS && number >= 0 && number < segments;
            return known ? (int) number : -1;
        }
        Matcher total = TOTAL.matcher(line);
        if (!total.matches()) {
            return -1;
        }
        int key = Integer.parseInt(total.group(1));
        boolean known = key < Math.min(segments, StatefulFunctions.KEYS);
        return known && line.equals(total(key, segments)) ? segments + key : -1;
    }

    /** The line with the right total of a key. */
    static String total(int key, int segments) {
        long count = ((long) segments - key - 1) / StatefulFunctions.KEYS + 1;
        long sum = count * key + StatefulFunctions.KEYS * (count * (count - 1) / 2);
        return StatefulFunctions.TOTAL + " " + key + " " + count + " " + sum;
    }
}
