package io.sardonyx.job;

import java.util.List;

/**
 * When a flow condition holds: a predicate, or several of them joined by and, or, not.
 *
 * <pre>{@code
 * job.when("split", Condition.and(Condition.test(Words::isLong), Condition.not(Condition.test(Words::isName))), "long")
 * }</pre>
 */
public sealed interface Condition {

    /**
     * A method that answers true or false of the segment that came out, or of a {@code io.sardonyx.plugin.Passage} that
     * knows more.
     */
    record Test(Call predicate) implements Condition {}

    /** All of them hold. */
    record And(List<Condition> all) implements Condition {
        public And {
            all = atLeastTwo(all);
        }
    }

    /** One of them holds. */
    record Or(List<Condition> any) implements Condition {
        public Or {
            any = atLeastTwo(any);
        }
    }

    /** It does not hold. */
    record Not(Condition condition) implements Condition {}

    private static List<Condition> atLeastTwo(List<Condition> conditions) {
        if (conditions.size() < 2) {
            throw new IllegalArgumentException("and/or join at least two conditions");
        }
        return List.copyOf(conditions);
    }

    /** A predicate by its name, with parameters: {@code test(Call.to(Words::isLong).with("least", 3))}. */
    static Condition test(Call predicate) {
        return new Test(predicate);
    }

    static Condition test(MethodReference predicate) {
        return new Test(Call.to(predicate));
    }

    static <A> Condition test(MethodReference.Of1<A, Boolean> predicate) {
        return new Test(Call.to(predicate));
    }

    static <A, B> Condition test(MethodReference.Of2<A, B, Boolean> predicate) {
        return new Test(Call.to(predicate));
    }

    static <A, B, C> Condition test(MethodReference.Of3<A, B, C, Boolean> predicate) {
        return new Test(Call.to(predicate));
    }

    static <A, B, C, D> Condition test(MethodReference.Of4<A, B, C, D, Boolean> predicate) {
        return new Test(Call.to(predicate));
    }

    static <A, B, C, D, E> Condition test(MethodReference.Of5<A, B, C, D, E, Boolean> predicate) {
        return new Test(Call.to(predicate));
    }

    static <A, B, C, D, E, F> Condition test(MethodReference.Of6<A, B, C, D, E, F, Boolean> predicate) {
        return new Test(Call.to(predicate));
    }

    static Condition and(Condition... conditions) {
        return new And(List.of(conditions));
    }

    static Condition or(Condition... conditions) {
        return new Or(List.of(conditions));
    }

    static Condition not(Condition condition) {
        return new Not(condition);
    }
}
