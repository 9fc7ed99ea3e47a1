package io.sardonyx.schedule;

import io.sardonyx.job.Percentage;
import java.util.ArrayList;
import java.util.List;

/**
 * Reason of a scheduling decision: a rule with the numbers it was applied to; {@link Rule#numbers} gives their names.
 */
public record Finding(Rule rule, long first, long second, long third) {

    /** Suffix of numbers that are fractions in millionths, shown as percentages. */
    private static final String MILLIONTHS = "-millionths";

    Finding(Rule rule, long first) {
        this(rule, first, 0, 0);
    }

    Finding(Rule rule, long first, long second) {
        this(rule, first, second, 0);
    }

    /** Whether the rule, evaluated again with the numbers, gives the same result; for tests. */
    public boolean holds() {
        return rule.holds(first, second, third);
    }

    public long number(int index) {
        return index == 0 ? first : index == 1 ? second : third;
    }

    /** The rule as text, with its numbers in parentheses. */
    public String sentence() {
        var numbers = new ArrayList<String>();
        List<String> names = rule.numbers();
        for (int i = 0; i < names.size(); i++) {
            numbers.add(text(names.get(i), number(i)));
        }
        return rule.sentence() + " (" + String.join(", ", numbers) + ")";
    }

    private static String text(String name, long value) {
        if (name.endsWith(MILLIONTHS)) {
            return name.substring(0, name.length() - MILLIONTHS.length()) + " " + new Percentage(value);
        }
        return name.replace('-', ' ') + " " + (value == Integer.MAX_VALUE ? "unbounded" : Long.toString(value));
    }
}
