package io.sardonyx.condition;

import io.sardonyx.function.Binder;
import io.sardonyx.function.PassageFunction;
import io.sardonyx.job.Call;
import io.sardonyx.job.Condition;
import io.sardonyx.job.FlowCondition;
import io.sardonyx.job.Targets.Extent;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A flow condition bound to its methods: predicate, target tasks and effects.
 *
 * @param none whether it clears all targets so far instead of adding some
 * @param shortCircuit whether later conditions are not evaluated when it holds
 * @param excludedKeys keys to be removed from a segment that is a map
 * @param transform replaces a segment that failed, or null
 * @param retry whether the root is to be replayed
 */
record BoundCondition(
        Check check,
        TargetSet targets,
        boolean none,
        boolean shortCircuit,
        List<String> excludedKeys,
        @Nullable PassageFunction transform,
        boolean retry) {

    /** Boolean expression of a condition. */
    interface Check {
        boolean holds(ConditionInput crossing);

        /** Whether any predicate takes the whole passage: input, all outputs, exception. */
        boolean looksAtPassage();
    }

    /** A single predicate. */
    private record Asked(PassageFunction predicate) implements Check {
        @Override
        public boolean holds(ConditionInput crossing) {
            return crossing.satisfies(predicate);
        }

        @Override
        public boolean looksAtPassage() {
            return predicate.takesPassage();
        }
    }

    /** Negation. */
    private record Negated(Check check) implements Check {
        @Override
        public boolean holds(ConditionInput crossing) {
            return !check.holds(crossing);
        }

        @Override
        public boolean looksAtPassage() {
            return check.looksAtPassage();
        }
    }

    /** Conjunction or disjunction, evaluated left to right with short circuit. */
    private record Joined(List<Check> checks, boolean all) implements Check {
        @Override
        public boolean holds(ConditionInput crossing) {
            for (int i = 0; i < checks.size(); i++) {
                if (checks.get(i).holds(crossing) != all) {
                    return !all;
                }
            }
            return all;
        }

        @Override
        public boolean looksAtPassage() {
            return checks.stream().anyMatch(Check::looksAtPassage);
        }
    }

    /**
     * Binds a condition.
     *
     * @throws io.sardonyx.function.BadFunction that says why a predicate or transform cannot be called
     */
    static BoundCondition of(FlowCondition condition, TargetSet targets, Binder binder) {
        Call transform = condition.transform();
        return new BoundCondition(
                check(condition.when(), binder),
                targets,
                condition.to().extent() == Extent.NONE,
                condition.shortCircuit(),
                condition.excludedKeys(),
                transform == null ? null : binder.transform(transform),
                condition.retry());
    }

    private static Check check(Condition condition, Binder binder) {
        if (condition instanceof Condition.Test test) {
            return new Asked(binder.predicate(test.predicate()));
        }
        if (condition instanceof Condition.Not not) {
            return new Negated(check(not.condition(), binder));
        }
        return condition instanceof Condition.And and
                ? new Joined(checks(and.all(), binder), true)
                : new Joined(checks(((Condition.Or) condition).any(), binder), false);
    }

    private static List<Check> checks(List<Condition> conditions, Binder binder) {
        return conditions.stream().map(each -> check(each, binder)).toList();
    }
}
