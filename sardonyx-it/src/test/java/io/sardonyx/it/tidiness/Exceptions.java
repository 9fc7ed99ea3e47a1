package io.sardonyx.it.tidiness;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * What may stay untidy for now: lines of {@code rule place measure}, the rest after a hash sign and a space being the
 * reason.
 *
 * <p>A ratchet: a thing may not be worse than its line says, and when it is better the line must follow or go.
 */
final class Exceptions {

    private final Map<String, Integer> allowed = new TreeMap<>();

    static Exceptions parse(Stream<String> lines) {
        var exceptions = new Exceptions();
        lines.map(line -> line.split("(^|\\s)#\\s", 2)[0].strip())
                .filter(line -> !line.isEmpty() && !line.equals("#"))
                .forEach(exceptions::add);
        return exceptions;
    }

    private void add(String line) {
        String[] words = line.split("\\s+", -1);
        if (words.length != 3) {
            throw new IllegalArgumentException("an exception is: rule place measure # reason; not: " + line);
        }
        if (allowed.put(words[0] + " " + words[1], Integer.parseInt(words[2])) != null) {
            throw new IllegalArgumentException("twice: " + line);
        }
    }

    /** What no exception covers, and the exceptions that cover nothing or too much. */
    List<String> judge(List<Untidiness> found) {
        var worst = new TreeMap<String, Integer>();
        var faults = new ArrayList<String>();
        for (Untidiness it : found) {
            String key = it.rule() + " " + it.place();
            worst.merge(key, it.measure(), Math::max);
            if (it.measure() > allowed.getOrDefault(key, 0)) {
                faults.add(it.toString());
            }
        }
        allowed.forEach((key, measure) -> {
            int actual = Objects.requireNonNullElse(worst.get(key), 0);
            if (actual < measure) {
                faults.add(key + ": the exception for " + measure + " is no longer needed, "
                        + (actual == 0 ? "remove it" : "make it " + actual));
            }
        });
        return faults;
    }
}
