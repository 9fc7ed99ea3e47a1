package io.sardonyx.function.type;

import io.sardonyx.job.CatalogEntry;
import io.sardonyx.job.FlowCondition;
import io.sardonyx.job.Job;
import io.sardonyx.job.Targets;
import io.sardonyx.value.TaskName;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/**
 * Which of the tasks behind a task get its results, and whether that depends on the segments; by the same rules as
 * {@code FlowConditions}, without its methods.
 */
final class FlowPaths {

    /** How results come to one of the tasks behind. */
    enum Way {
        /** All of them come. */
        ALWAYS,
        /** Those come for which a flow condition holds. */
        SOMETIMES,
        /** Only what failed comes, if anything. */
        NEVER
    }

    private final Job job;
    private final List<Integer> everywhere = new ArrayList<>();
    private final Map<TaskName, List<Integer>> own = new HashMap<>();

    FlowPaths(Job job) {
        this.job = job;
        for (int i = 0; i < job.flowConditions().size(); i++) {
            FlowCondition condition = job.flowConditions().get(i);
            List<TaskName> targets = condition.to().tasks();
            if (condition.from() != null) {
                add(condition.from(), i);
            } else if (targets.isEmpty()) {
                everywhere.add(i);
            } else {
                for (TaskName task : job.before(targets.get(0))) {
                    if (targets.stream().allMatch(target -> job.workflow().leads(task, target))) {
                        add(task, i);
                    }
                }
            }
        }
    }

    private void add(TaskName from, int condition) {
        own.computeIfAbsent(from, task -> new ArrayList<>()).add(condition);
    }

    /** The conditions behind a task, by their index in the job, in the order in which they are looked at. */
    List<Integer> conditions(TaskName task) {
        List<Integer> specific = own.getOrDefault(task, List.of());
        if (everywhere.isEmpty()) {
            return specific;
        }
        var all = new TreeSet<>(specific);
        all.addAll(everywhere);
        return List.copyOf(all);
    }

    /** How the results of a task come to each of those behind it. */
    Map<TaskName, Way> ways(CatalogEntry entry) {
        var named = new HashSet<TaskName>();
        var failing = new HashSet<TaskName>();
        boolean decides = false;
        boolean all = false;
        for (int index : conditions(entry.name())) {
            FlowCondition condition = job.flowConditions().get(index);
            (condition.onException() ? failing : named).addAll(condition.to().tasks());
            decides |= !condition.onException();
            all |= !condition.onException() && condition.to().extent() == Targets.Extent.ALL;
        }
        TaskName deadLetters = entry.errors().deadLetters();
        if (deadLetters != null) {
            failing.add(deadLetters);
        }
        Way usual = !decides ? Way.ALWAYS : all ? Way.SOMETIMES : Way.NEVER;
        var ways = new HashMap<TaskName, Way>();
        for (TaskName target : job.behind(entry.name())) {
            Way unnamed = failing.contains(target) ? Way.NEVER : usual;
            ways.put(target, named.contains(target) ? Way.SOMETIMES : unnamed);
        }
        return ways;
    }
}
