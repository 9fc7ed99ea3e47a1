package io.sardonyx.job;

import io.sardonyx.value.TaskName;
import java.util.List;

/**
 * What is wrong with the flow conditions of a job.
 *
 * <p>Their order is prescribed so that nobody has to guess what an earlier one leaves to a later one: what sends
 * everywhere first, what sends nowhere next, then all others that end the walk.
 */
final class FlowFaults {

    private static final int MAX_DEPTH = 16;

    private final Job job;
    private final Findings found;

    FlowFaults(Job job, Findings found) {
        this.job = job;
        this.found = found;
    }

    void check() {
        List<FlowCondition> conditions = job.flowConditions();
        for (int i = 0; i < conditions.size(); i++) {
            FlowCondition condition = conditions.get(i);
            checkEnds(part(i), condition);
            checkCondition(part(i).at("when"), condition.when(), 1);
            checkShape(part(i), condition);
        }
        job.catalog().forEach(entry -> checkOrder(entry.name()));
    }

    private static Part part(int index) {
        return Part.of("flowConditions").item(index);
    }

    private void checkEnds(Part part, FlowCondition condition) {
        boolean known = true;
        for (TaskName target : condition.to().tasks()) {
            known &= found.isTask(part.at("to").naming(target), target);
        }
        TaskName from = condition.from();
        if (from == null) {
            if (known && job.catalog().stream().noneMatch(entry -> applies(condition, entry.name()))) {
                found.add(
                        part,
                        "there is no task that feeds all of " + condition.to().tasks(),
                        "split it, one condition for each task it is about");
            }
        } else if (found.isTask(part.at("from"), from)) {
            checkTargets(part, from, condition);
        }
    }

    private void checkTargets(Part part, TaskName from, FlowCondition condition) {
        List<TaskName> behind = job.behind(from);
        if (behind.isEmpty()) {
            found.add(part, "task " + from + " feeds nobody, so there is nothing to choose", "leave it out");
            return;
        }
        for (TaskName target : condition.to().tasks()) {
            if (!behind.contains(target)
                    && job.catalog().stream().anyMatch(entry -> entry.name().equals(target))) {
                found.add(
                        part.at("to").naming(target),
                        "task " + target + " is not directly behind " + from,
                        "add that edge to the workflow, or name some of " + behind);
            }
        }
    }

    /** Without a source it applies to each task from which all its targets can be reached. */
    private boolean applies(FlowCondition condition, TaskName task) {
        List<TaskName> behind = job.behind(task);
        return condition.from() == null
                ? !behind.isEmpty() && behind.containsAll(condition.to().tasks())
                : condition.from().equals(task);
    }

    private void checkCondition(Part part, Condition when, int depth) {
        if (depth > MAX_DEPTH) {
            found.add(part, "is nested deeper than " + MAX_DEPTH, "make a method of it");
        } else if (when instanceof Condition.Test test) {
            found.checkMethod(part, test.predicate());
        } else if (when instanceof Condition.Not not) {
            checkCondition(part, not.condition(), depth + 1);
        } else {
            List<Condition> joined = when instanceof Condition.And and ? and.all() : ((Condition.Or) when).any();
            joined.forEach(each -> checkCondition(part, each, depth + 1));
        }
    }

    private void checkShape(Part part, FlowCondition condition) {
        Targets.Extent extent = condition.to().extent();
        if (condition.transform() != null) {
            found.checkMethod(part.at("transform"), condition.transform());
        }
        if (!condition.onException() && (condition.transform() != null || condition.retry())) {
            found.add(part, "transforms or retries, but is not about exceptions", "say that it is: onException");
        }
        if (condition.retry() && (extent != Targets.Extent.NONE || condition.transform() != null)) {
            found.add(part, "retries, and also sends something on", "send it to none, without a transform");
        }
        if (condition.onException() && !condition.retry() && extent != Targets.Extent.NONE) {
            if (condition.transform() == null) {
                found.add(part, "sends an exception on, which is no segment", "name a transform that makes it one");
            }
        }
        if (!condition.shortCircuit() && condition.onException()) {
            found.add(part, "is about exceptions, but does not end the walk", "make it short-circuit");
        } else if (!condition.shortCircuit() && extent != Targets.Extent.SOME) {
            found.add(part, "sends everywhere or nowhere, but does not end the walk", "make it short-circuit");
        }
    }

    private void checkOrder(TaskName task) {
        int last = -1;
        int highest = 0;
        for (int i = 0; i < job.flowConditions().size(); i++) {
            FlowCondition condition = job.flowConditions().get(i);
            if (condition.onException() || !applies(condition, task)) {
                continue;
            }
            int rank = rank(condition);
            if (rank < highest) {
                found.add(
                        part(i),
                        "stands behind " + part(last) + " but has to be looked at before",
                        "put those to all first, those to none next, then the other short-circuit ones, then the rest");
            } else {
                highest = rank;
                last = i;
            }
        }
    }

    private static int rank(FlowCondition condition) {
        return switch (condition.to().extent()) {
            case ALL -> 0;
            case NONE -> 1;
            case SOME -> condition.shortCircuit() ? 2 : 3;
        };
    }
}
