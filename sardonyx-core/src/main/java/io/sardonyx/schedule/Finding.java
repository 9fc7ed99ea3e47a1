package io.sardonyx.schedule;

/** A verdict with the numbers that led to it; the names of the numbers are those of the rule. */
public record Finding(Rule rule, long first, long second, long third) {

    Finding(Rule rule, long first) {
        this(rule, first, 0, 0);
    }

    Finding(Rule rule, long first, long second) {
        this(rule, first, second, 0);
    }

    /** Whether the numbers, evaluated again, give the same verdict. */
    public boolean holds() {
        return rule.holds(first, second, third);
    }

    public long number(int index) {
        return index == 0 ? first : index == 1 ? second : third;
    }
}
