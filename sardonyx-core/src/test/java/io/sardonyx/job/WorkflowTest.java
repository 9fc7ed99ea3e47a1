package io.sardonyx.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.sardonyx.value.TaskName;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class WorkflowTest {

    @Test
    void tasksComeBehindAllThatFeedThem() {
        assertThat(workflow("c d", "a b", "b d", "a c").topological())
                .extracting(TaskName::text)
                .containsExactly("a", "c", "b", "d");
    }

    @Test
    void emptyWorkflowHasNoTasksAndNoCycle() {
        assertThat(workflow().topological()).isEmpty();
        assertThat(workflow().cycle()).isEmpty();
    }

    @Test
    void aTaskThatFeedsItselfIsACycle() {
        assertThat(workflow("a b", "b b").cycle()).extracting(TaskName::text).containsExactly("b");
    }

    @Test
    void theCycleIsNamedWithoutWhatLeadsToItOrFollowsIt() {
        var workflow = workflow("in a", "a b", "b c", "c a", "c out", "b out");
        assertThat(workflow.topological()).extracting(TaskName::text).containsExactly("in");
        assertThat(workflow.cycle()).extracting(TaskName::text).containsExactly("a", "b", "c");
        assertIsCycle(workflow);
    }

    @Test
    void anEdgeSaidTwiceIsNoCycle() {
        assertThat(workflow("a b", "a b").topological())
                .extracting(TaskName::text)
                .containsExactly("a", "b");
    }

    @Test
    void everyGraphHasEitherAnOrderOrACycle() {
        var random = new Random(20260101);
        for (int round = 0; round < 2_000; round++) {
            var edges = new ArrayList<String>();
            for (int i = random.nextInt(12); i >= 0; i--) {
                edges.add("t" + random.nextInt(8) + " t" + random.nextInt(8));
            }
            var workflow = workflow(edges.toArray(String[]::new));
            List<TaskName> order = workflow.topological();
            if (order.size() == workflow.tasks().size()) {
                assertThat(workflow.cycle()).isEmpty();
                assertThat(workflow.edges()).allMatch(edge -> order.indexOf(edge.from()) < order.indexOf(edge.to()));
            } else {
                assertIsCycle(workflow);
            }
        }
    }

    private static void assertIsCycle(Workflow workflow) {
        List<TaskName> cycle = workflow.cycle();
        assertThat(cycle).isNotEmpty().doesNotHaveDuplicates();
        for (int i = 0; i < cycle.size(); i++) {
            var edge = new Workflow.Edge(cycle.get(i), cycle.get((i + 1) % cycle.size()));
            assertThat(workflow.edges()).contains(edge);
        }
    }

    private static Workflow workflow(String... edges) {
        return new Workflow(Stream.of(edges)
                .map(edge -> edge.split(" ", 2))
                .map(ends -> new Workflow.Edge(TaskName.of(ends[0]), TaskName.of(ends[1])))
                .toList());
    }
}
