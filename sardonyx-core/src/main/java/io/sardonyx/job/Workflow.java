package io.sardonyx.job;

import io.sardonyx.value.TaskName;
import io.sardonyx.value.table.OrderedSet;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The graph of a job: whose output goes to whom.
 *
 * <p>In Java it is made by {@code path("read", "split", "write")}. Immutable; that it has no cycle is checked with the
 * job.
 */
public final class Workflow {

    private final List<Edge> edges;
    private final Map<TaskName, List<TaskName>> behind = new TreeMap<>();
    private final Map<TaskName, List<TaskName>> before = new TreeMap<>();

    /** The output of one task is input of another. */
    public record Edge(TaskName from, TaskName to) {

        /** Written out, as linking what a record has by itself takes milliseconds of every start. */
        @Override
        public boolean equals(@Nullable Object other) {
            return this == other || other instanceof Edge that && from.equals(that.from) && to.equals(that.to);
        }

        @Override
        public int hashCode() {
            return 31 * from.hashCode() + to.hashCode();
        }
    }

    public Workflow(Collection<Edge> edges) {
        this.edges = List.copyOf(edges);
        for (Edge edge : edges) {
            behind.computeIfAbsent(edge.from(), task -> new ArrayList<>()).add(edge.to());
            before.computeIfAbsent(edge.to(), task -> new ArrayList<>()).add(edge.from());
        }
    }

    public List<Edge> edges() {
        return edges;
    }

    /** The tasks that take what {@code task} gives, in the order of the edges. */
    public List<TaskName> behind(TaskName task) {
        return Collections.unmodifiableList(behind.getOrDefault(task, List.of()));
    }

    /** The tasks whose segments {@code task} takes, in the order of the edges. */
    public List<TaskName> before(TaskName task) {
        return Collections.unmodifiableList(before.getOrDefault(task, List.of()));
    }

    /** Whether what {@code from} gives goes directly to {@code to}. */
    public boolean leads(TaskName from, TaskName to) {
        List<TaskName> targets = behind(from);
        List<TaskName> sources = before(to);
        return targets.size() < sources.size() ? targets.contains(to) : sources.contains(from);
    }

    /** The tasks in the order in which edges name them. */
    public List<TaskName> tasks() {
        return named().inOrder();
    }

    private OrderedSet<TaskName> named() {
        var names = new ArrayList<TaskName>(edges.size() * 2);
        edges.forEach(edge -> {
            names.add(edge.from());
            names.add(edge.to());
        });
        return OrderedSet.of(names);
    }

    /**
     * Every task behind all those that feed it, the one named earlier first where that leaves a choice. What is on a
     * cycle or fed by one is missing.
     */
    public List<TaskName> topological() {
        OrderedSet<TaskName> tasks = named();
        var missing = new int[tasks.size()];
        edges.forEach(edge -> missing[tasks.indexOfKey(edge.to())]++);
        var ready = new PriorityQueue<Integer>();
        for (int t = 0; t < missing.length; t++) {
            if (missing[t] == 0) {
                ready.add(t);
            }
        }
        var order = new ArrayList<TaskName>(tasks.size());
        for (Integer task = ready.poll(); task != null; task = ready.poll()) {
            order.add(tasks.get(task));
            for (TaskName next : behind(tasks.get(task))) {
                int target = tasks.indexOfKey(next);
                if (--missing[target] == 0) {
                    ready.add(target);
                }
            }
        }
        return order;
    }

    /** The tasks of a cycle in the order of its edges, from the one named first; none when there is no cycle. */
    public List<TaskName> cycle() {
        OrderedSet<TaskName> tasks = named();
        OrderedSet<TaskName> ordered = OrderedSet.of(topological());
        var feeder = new int[tasks.size()];
        int at = -1;
        for (Edge edge : edges) {
            if (!ordered.has(edge.from()) && !ordered.has(edge.to())) {
                at = tasks.indexOfKey(edge.to());
                feeder[at] = tasks.indexOfKey(edge.from());
            }
        }
        if (at < 0) {
            return List.of();
        }
        for (int i = 0; i < feeder.length; i++) {
            at = feeder[at];
        }
        var cycle = new ArrayList<TaskName>();
        int start = at;
        do {
            cycle.add(tasks.get(at));
            at = feeder[at];
        } while (at != start);
        Collections.reverse(cycle);
        TaskName first = Collections.min(cycle, Comparator.comparingInt(tasks::indexOfKey));
        Collections.rotate(cycle, -cycle.indexOf(first));
        return cycle;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Workflow workflow && edges.equals(workflow.edges);
    }

    @Override
    public int hashCode() {
        return edges.hashCode();
    }

    @Override
    public String toString() {
        return "Workflow" + edges;
    }
}
