package io.sardonyx.job;

import io.sardonyx.value.TaskName;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Where segments go behind a task, when that depends on what they are.
 *
 * <p>The conditions of a task are looked at in order. Each that holds adds its targets and its excluded keys; one that
 * is short-circuit ends the walk. A segment for which none holds goes nowhere, and counts as done. Those for exceptions
 * are a list of their own, looked at only when the task's function threw.
 *
 * @param from the task behind which it applies; null for every task from which all targets can be reached
 * @param excludedKeys fields that are taken out of the segment on its way
 * @param onException whether it is about what the function threw instead of what it gave
 * @param transform what makes a segment of the exception, or null
 * @param retry whether the root of the segment is emitted again instead
 */
public record FlowCondition(
        @Nullable TaskName from,
        Targets to,
        Condition when,
        boolean shortCircuit,
        List<String> excludedKeys,
        boolean onException,
        @Nullable Call transform,
        boolean retry) {

    public FlowCondition {
        excludedKeys = List.copyOf(excludedKeys);
    }

    /** Segments for which the condition holds go to these tasks, too. */
    public static FlowCondition of(@Nullable TaskName from, Targets to, Condition when) {
        return new FlowCondition(from, to, when, false, List.of(), false, null, false);
    }

    /**
     * Segments for which the condition holds go to these tasks, too.
     *
     * @param from the task behind which it applies, or {@code "all"}
     * @param to tasks directly behind it, or {@code "all"} or {@code "none"}, which end the walk as they have to
     */
    public static FlowCondition of(String from, Condition when, String... to) {
        Targets targets = Targets.of(to);
        FlowCondition condition = of(from.equals("all") ? null : TaskName.of(from), targets, when);
        return targets.extent() == Targets.Extent.SOME ? condition : condition.shortCircuited();
    }

    /** The same, and no later one is looked at when it holds. */
    public FlowCondition shortCircuited() {
        return new FlowCondition(from, to, when, true, excludedKeys, onException, transform, retry);
    }

    public FlowCondition excluding(String... keys) {
        return new FlowCondition(from, to, when, shortCircuit, List.of(keys), onException, transform, retry);
    }

    /** The same for exceptions, each made a segment by a method of a {@code Passage}. */
    public FlowCondition onException(Call into) {
        return new FlowCondition(from, to, when, true, excludedKeys, true, into, retry);
    }

    /** The same for exceptions, each made a segment by a method of a {@code Passage}, an exception or the input. */
    public <A, R> FlowCondition onException(MethodReference.Of1<A, R> into) {
        return onException(Call.to(into));
    }

    /** What the function of that task threw, or with {@code "all"} that of any, has its root emitted again. */
    public static FlowCondition retry(String from, Condition when) {
        return retrying(from.equals("all") ? null : TaskName.of(from), when);
    }

    /** What the function threw has its root emitted again. */
    public static FlowCondition retrying(@Nullable TaskName from, Condition when) {
        return new FlowCondition(from, Targets.NONE, when, true, List.of(), true, null, true);
    }
}
