package io.sardonyx.condition;

import io.sardonyx.function.Binder;
import io.sardonyx.job.FlowCondition;
import io.sardonyx.job.Job;
import io.sardonyx.job.Targets;
import io.sardonyx.job.Targets.Extent;
import io.sardonyx.value.TaskName;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import org.jspecify.annotations.Nullable;

/**
 * Router by flow conditions of one task: evaluates bound predicates for each segment. Confined to the thread of the
 * task's turn, since it reuses its result.
 *
 * <p>Conditions are evaluated in order. Each that holds adds its targets, or with none clears them, and adds its
 * excluded keys; a short-circuit one ends the evaluation. A segment for which no condition holds goes nowhere. Without
 * any condition, a segment goes to all downstream tasks except those for failures only: named by a condition for
 * exceptions or as the task for dead letters, and by no other condition.
 */
public final class FlowConditions {

    private final List<BoundCondition> rules;
    private final List<BoundCondition> exceptionRules;
    /* The downstream tasks that take segments by default. */
    private final TargetSet everywhere;
    private final boolean looksAtPassages;
    private final Destination route;
    private final ConditionInput crossing = new ConditionInput();

    private FlowConditions(
            int tasks, List<BoundCondition> rules, List<BoundCondition> exceptionRules, TargetSet everywhere) {
        this.rules = rules;
        this.exceptionRules = exceptionRules;
        this.everywhere = everywhere;
        this.looksAtPassages = rules.stream().anyMatch(rule -> rule.check().looksAtPassage());
        this.route = new Destination(tasks);
    }

    /**
     * Binds the conditions of a task, with targets by index in {@link Job#behind}; null when everything goes to all
     * downstream tasks and failures are for the error policy alone.
     *
     * @throws io.sardonyx.function.BadFunction that says why a predicate or transform cannot be called
     */
    public static @Nullable FlowConditions of(Job job, TaskName task, Binder binder) {
        List<TaskName> behind = job.behind(task);
        List<FlowCondition> concerned = job.flowConditions().stream()
                .filter(condition -> concerns(condition, task, behind))
                .toList();
        Set<TaskName> forFailures = forFailures(job, task, concerned);
        forFailures.retainAll(behind);
        if (concerned.isEmpty() && forFailures.isEmpty()) {
            return null;
        }
        var everywhere = new TargetSet(behind.size());
        var all = new TargetSet(behind.size());
        for (int i = 0; i < behind.size(); i++) {
            all.add(i);
            if (!forFailures.contains(behind.get(i))) {
                everywhere.add(i);
            }
        }
        return new FlowConditions(
                behind.size(),
                rules(concerned, false, behind, everywhere, binder),
                rules(concerned, true, behind, all, binder),
                everywhere);
    }

    /** Whether a condition applies to a task. One from all tasks applies where all its targets are downstream. */
    private static boolean concerns(FlowCondition condition, TaskName task, List<TaskName> behind) {
        return condition.from() == null ? behind.containsAll(condition.to().tasks()) : task.equals(condition.from());
    }

    /**
     * Tasks that take failures only: targets of conditions for exceptions and of dead letters, but of no other
     * condition.
     */
    private static Set<TaskName> forFailures(Job job, TaskName task, List<FlowCondition> concerned) {
        var named = new HashSet<TaskName>();
        concerned.stream()
                .filter(FlowCondition::onException)
                .forEach(condition -> named.addAll(condition.to().tasks()));
        TaskName deadLetters = job.entry(task).errors().deadLetters();
        if (deadLetters != null) {
            named.add(deadLetters);
        }
        concerned.stream()
                .filter(condition -> !condition.onException())
                .forEach(condition -> condition.to().tasks().forEach(named::remove));
        return named;
    }

    private static List<BoundCondition> rules(
            List<FlowCondition> concerned, boolean onException, List<TaskName> behind, TargetSet all, Binder binder) {
        return concerned.stream()
                .filter(condition -> condition.onException() == onException)
                .map(condition -> BoundCondition.of(condition, targets(condition.to(), behind, all), binder))
                .toList();
    }

    private static TargetSet targets(Targets to, List<TaskName> behind, TargetSet all) {
        if (to.extent() == Extent.ALL) {
            return all;
        }
        var targets = new TargetSet(behind.size());
        for (TaskName task : to.tasks()) {
            int index = behind.indexOf(task);
            if (index < 0) {
                throw new IllegalArgumentException(
                        "a flow condition sends segments to task " + task + ", but behind it are only " + behind);
            }
            targets.add(index);
        }
        return targets;
    }

    /** Whether the route depends on the segment; otherwise it goes to all {@link #isUsual default} tasks. */
    public boolean decides() {
        return !rules.isEmpty();
    }

    /** Whether the downstream task at that index takes segments by default. */
    public boolean isUsual(int target) {
        return everywhere.has(target);
    }

    /** Whether some predicate needs the input and all outputs; otherwise {@link #route} needs neither. */
    public boolean looksAtPassages() {
        return looksAtPassages;
    }

    /**
     * Routes a result of the task's function.
     *
     * @param input the segment that the function was given
     * @param outputs all results for that input
     * @throws FailedCondition if a predicate fails, which is a failure of the segment
     */
    public Destination route(Object input, Object output, List<?> outputs) {
        route.begin(output);
        if (rules.isEmpty()) {
            route.add(everywhere);
            return route;
        }
        crossing.begin(input, output, outputs, null);
        walk(rules);
        route.excludeKeys();
        return route;
    }

    /**
     * Routes a segment for which the function threw; null if that is for the error policy.
     *
     * @param thrown an error is passed to predicates as the cause of an exception
     * @throws FailedCondition if a predicate or transform fails as well
     */
    public @Nullable Destination onException(Object input, Throwable thrown) {
        if (exceptionRules.isEmpty()) {
            return null;
        }
        Exception exception = thrown instanceof Exception known ? known : new ExecutionException(thrown);
        route.begin(input);
        crossing.begin(input, null, List.of(), exception);
        BoundCondition last = walk(exceptionRules);
        if (last == null) {
            return null;
        }
        if (last.transform() != null && !route.isRetry()) {
            route.become(crossing.transformed(last.transform()));
        }
        route.excludeKeys();
        return route;
    }

    /** Evaluates conditions in order; returns the last that held, or null. */
    private @Nullable BoundCondition walk(List<BoundCondition> through) {
        BoundCondition last = null;
        for (int i = 0; i < through.size(); i++) {
            BoundCondition rule = through.get(i);
            if (rule.check().holds(crossing)) {
                route.add(rule);
                last = rule;
                if (rule.shortCircuit()) {
                    break;
                }
            }
        }
        return last;
    }
}
