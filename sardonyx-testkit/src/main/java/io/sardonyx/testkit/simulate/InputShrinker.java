package io.sardonyx.testkit.simulate;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/**
 * Shrinks the input of a failing job by delta debugging: leaves out runs of segments as long as the job still fails.
 */
final class InputShrinker {

    private static final int MOST_ATTEMPTS = 200;

    /** A segment of an input. */
    private record Given(String input, Object segment) {}

    private final Map<String, List<Object>> inputs;
    private final Predicate<Map<String, List<Object>>> fails;
    private int attempts;

    InputShrinker(Map<String, List<Object>> inputs, Predicate<Map<String, List<Object>>> fails) {
        this.inputs = inputs;
        this.fails = fails;
    }

    /**
     * Leaves out adjacent segments, from half of them down to single ones, and returns the smallest input found that
     * fails.
     */
    Map<String, List<Object>> smallest() {
        List<Given> best = new ArrayList<>();
        inputs.forEach((input, segments) -> segments.forEach(segment -> best.add(new Given(input, segment))));
        for (int size = Math.max(1, best.size() / 2); size > 0; size /= 2) {
            for (int end = best.size(); end >= size && attempts < MOST_ATTEMPTS; end -= size) {
                var rest = new ArrayList<>(best);
                rest.subList(end - size, end).clear();
                attempts++;
                if (fails.test(byInput(rest))) {
                    best.subList(end - size, end).clear();
                }
            }
        }
        return byInput(best);
    }

    private Map<String, List<Object>> byInput(List<Given> segments) {
        var all = new LinkedHashMap<String, List<Object>>();
        inputs.keySet().forEach(input -> all.put(input, new ArrayList<>()));
        segments.forEach(given ->
                all.computeIfAbsent(given.input, name -> new ArrayList<>()).add(given.segment));
        return all;
    }
}
