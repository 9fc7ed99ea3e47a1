package io.sardonyx.it.tidiness;

import java.util.List;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** What can be seen line by line. */
final class Lines {

    static final int MAX_COLUMNS = 120;
    static final int MAX_LINES = 600;

    private static final Pattern TRAILING = Pattern.compile("\\s$");

    /** Split in two, so that this file does not find itself. */
    private static final Pattern TO_DO = Pattern.compile("\\b(TO" + "DO|FIX" + "ME|X" + "XX)\\b");

    /** A directory of one person's or one machine's, as the root of a path. */
    private static final Pattern MACHINE = Pattern.compile("(?<![\\w.$}*-])/(home|root|Users|work|mnt|private)/\\w");

    private Lines() {}

    static Stream<Untidiness> of(TextFile file) {
        return Stream.of(
                        faults(file, "long-line", Lines::isLong, "has more than " + MAX_COLUMNS + " columns"),
                        faults(file, "tab", line -> line.indexOf('\t') >= 0, "has a tab"),
                        faults(
                                file,
                                "trailing-space",
                                line -> TRAILING.matcher(line).find(),
                                "ends in a space"),
                        faults(file, "to-do", line -> TO_DO.matcher(line).find(), "is unfinished"),
                        faults(
                                file,
                                "machine-path",
                                line -> MACHINE.matcher(line).find(),
                                "names one machine's path"),
                        length(file))
                .flatMap(faults -> faults);
    }

    private static Stream<Untidiness> length(TextFile file) {
        int lines = file.lines().size();
        return file.isMainJava() && lines > MAX_LINES
                ? Stream.of(file.untidy("long-file", lines, lines + " lines, more than " + MAX_LINES))
                : Stream.of();
    }

    /** All faulty lines of a file are one fault, as large as they are many: an exception is for the file. */
    private static Stream<Untidiness> faults(TextFile file, String rule, Predicate<String> isFault, String message) {
        List<String> lines = file.lines();
        List<String> faulty = IntStream.range(0, lines.size())
                .filter(i -> isFault.test(lines.get(i)) && !isExempt(file, rule, lines.get(i)))
                .mapToObj(i -> String.valueOf(i + 1))
                .toList();
        return faulty.isEmpty()
                ? Stream.of()
                : Stream.of(file.untidy(rule, faulty.size(), "line " + String.join(", ", faulty) + " " + message));
    }

    private static boolean isLong(String line) {
        return line.codePointCount(0, line.length()) > MAX_COLUMNS;
    }

    /** A row of a table cannot be folded; recorded data is as it was recorded. */
    private static boolean isExempt(TextFile file, String rule, String line) {
        return rule.equals("long-line")
                && (file.isMarkdown() && line.startsWith("|") || file.path().matches(".*\\.(json|edn|txt)"));
    }
}
