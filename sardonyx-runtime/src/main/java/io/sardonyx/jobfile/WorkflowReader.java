package io.sardonyx.jobfile;

import com.fasterxml.jackson.databind.JsonNode;
import io.sardonyx.job.Workflow;
import io.sardonyx.json.Field;
import io.sardonyx.value.TaskName;
import io.sardonyx.value.text.Spelling;
import java.util.HashSet;
import java.util.List;
import java.util.stream.Collectors;

/** Parser of a job's graph: a list of edges, each a list of two tasks. */
public final class WorkflowReader {

    private WorkflowReader() {}

    /** The tasks in topological order; a cycle is refused. */
    public static List<TaskName> order(Field workflow) {
        Workflow graph = read(workflow);
        List<TaskName> cycle = graph.cycle();
        if (!cycle.isEmpty()) {
            String path = cycle.stream().map(TaskName::text).collect(Collectors.joining(" -> "));
            throw workflow.wrong("has a cycle: " + path + " -> " + cycle.get(0) + "; take one of its edges out");
        }
        return graph.topological();
    }

    static Workflow read(Field workflow) {
        return new Workflow(workflow.items().stream().map(WorkflowReader::edge).toList());
    }

    static Workflow.Edge edge(Field edge) {
        List<Field> ends = edge.items();
        if (ends.size() != 2) {
            throw edge.wrong("an edge names two tasks, this one " + ends.size());
        }
        return new Workflow.Edge(ends.get(0).as(TaskName::of), ends.get(1).as(TaskName::of));
    }

    static JsonNode json(Workflow.Edge edge) {
        return KeyShape.list(KeyShape.TASK).write().apply(List.of(edge.from(), edge.to()));
    }

    /** Checks that every end of an edge is a known task, and that there is no cycle. */
    public static void checkNames(Field workflow, List<String> known) {
        order(workflow);
        var names = new HashSet<>(known);
        for (Field edge : workflow.items()) {
            for (Field end : edge.items()) {
                if (!names.contains(end.text())) {
                    throw end.wrong("there is no task " + end.text() + Spelling.didYouMean(end.text(), known));
                }
            }
        }
    }
}
