package io.sardonyx.schedule;

/**
 * Reason of a scheduling decision: a rule with the numbers it was applied to; {@link Rule#numbers} gives their names.
 */
public record Finding(Rule rule, long first, long second, long third) {

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
}
