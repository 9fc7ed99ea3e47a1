package io.sardonyx.job.check;

import io.sardonyx.job.CatalogEntry;
import io.sardonyx.job.Condition;
import io.sardonyx.job.FlowCondition;
import io.sardonyx.job.Job;
import io.sardonyx.job.Part;
import io.sardonyx.job.Targets;
import io.sardonyx.value.TaskName;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * What is wrong with the flow conditions of a job.
 *
 * <p>Their order is prescribed so that it is clear what an earlier one leaves to a later one: what sends everywhere
 * first, what sends nowhere next, then all others that end the walk.
 */
final class FlowFaults {

    private static final int MAX_DEPTH = 16;

    private final Job job;
    private final FaultCollector found;

    FlowFaults(Job job, FaultCollector found) {
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
        checkOrders();
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
            if (known && !appliesAnywhere(condition)) {
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
            if (!job.workflow().leads(from, target) && found.isDescribed(target)) {
                found.add(
                        part.at("to").naming(target),
                        "task " + target + " is not directly behind " + from,
                        "add that edge to the workflow, or name some of " + FaultCollector.listed(behind));
            }
        }
    }

    /** Without a source it applies to each task from which all its targets can be reached. */
    private boolean appliesAnywhere(FlowCondition condition) {
        return condition.to().tasks().isEmpty()
                ? job.catalog().stream().anyMatch(entry -> feeds(entry.name()))
                : feedersOfAll(condition.to().tasks()).stream().anyMatch(found::isDescribed);
    }

    private boolean feeds(TaskName task) {
        return !job.behind(task).isEmpty();
    }

    private List<TaskName> feedersOfAll(List<TaskName> targets) {
        return job.before(targets.get(0)).stream()
                .filter(task ->
                        targets.stream().allMatch(target -> job.workflow().leads(task, target)))
                .toList();
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

    /** Where only conditions for every task apply, they are the same for each, and looked at once. */
    private void checkOrders() {
        var everywhere = new ArrayList<Integer>();
        var own = new TreeMap<TaskName, List<Integer>>();
        for (int i = 0; i < job.flowConditions().size(); i++) {
            FlowCondition condition = job.flowConditions().get(i);
            if (condition.onException()) {
                continue;
            }
            if (condition.from() == null && condition.to().tasks().isEmpty()) {
                everywhere.add(i);
                continue;
            }
            List<TaskName> sources =
                    condition.from() == null ? feedersOfAll(condition.to().tasks()) : List.of(condition.from());
            for (TaskName task : sources) {
                own.computeIfAbsent(task, key -> new ArrayList<>()).add(i);
            }
        }
        boolean common = false;
        for (CatalogEntry entry : job.catalog()) {
            List<Integer> specific = own.getOrDefault(entry.name(), List.of());
            List<Integer> general = feeds(entry.name()) && (!common || !specific.isEmpty()) ? everywhere : List.of();
            common |= general == everywhere && specific.isEmpty();
            checkOrder(
                    Stream.concat(specific.stream(), general.stream()).sorted().toList());
        }
    }

    private void checkOrder(List<Integer> conditions) {
        int last = -1;
        int highest = 0;
        for (int i : conditions) {
            int rank = rank(job.flowConditions().get(i));
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
