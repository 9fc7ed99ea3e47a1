package io.sardonyx.content;

import static org.assertj.core.api.Assertions.assertThat;

import io.sardonyx.job.Bounds;
import io.sardonyx.job.Flux;
import io.sardonyx.job.Percentage;
import io.sardonyx.job.Tags;
import io.sardonyx.job.Task;
import io.sardonyx.plugin.Extent;
import io.sardonyx.report.QueueFigures;
import io.sardonyx.report.TaskReport;
import io.sardonyx.report.TaskReport.CheckpointFigures;
import io.sardonyx.value.TaskName;
import java.util.List;
import org.junit.jupiter.api.Test;

class BottleneckTest {

    private static final List<Task> TASKS = List.of(
            task("read", true, false),
            task("split", false, false),
            task("count", false, false),
            task("write", false, true));

    private static Task task(String name, boolean input, boolean output) {
        return new Task(TaskName.of(name), input, output, Bounds.DEFAULT, Percentage.ZERO, Flux.CONTINUE, Tags.NONE);
    }

    private static TaskReport report(String task, boolean inputFull, boolean outputFull) {
        return new TaskReport(
                TaskName.of(task),
                1,
                0,
                0,
                0,
                0,
                0,
                0,
                0,
                0,
                Extent.NONE,
                inputFull,
                outputFull,
                null,
                false,
                QueueFigures.NONE,
                CheckpointFigures.NONE,
                List.of());
    }

    @Test
    void isTheTaskWhoseInputIsFullAndWhoseOutputIsNot() {
        assertThat(Bottleneck.of(
                        TASKS,
                        List.of(
                                report("read", true, true),
                                report("split", true, true),
                                report("count", true, false),
                                report("write", false, false))))
                .contains(TaskName.of("count"));
    }

    @Test
    void isTheMostDownstreamOfSeveral() {
        assertThat(Bottleneck.of(TASKS, List.of(report("write", true, false), report("split", true, false))))
                .contains(TaskName.of("write"));
    }

    @Test
    void isNobodyWhenAllFlowsOrNothingIsKnown() {
        assertThat(Bottleneck.of(TASKS, List.of())).isEmpty();
        assertThat(Bottleneck.of(TASKS, List.of(report("split", false, false), report("count", false, true))))
                .isEmpty();
    }

    @Test
    void isNeverAnInputWhichOnlyWaitsForOthers() {
        assertThat(Bottleneck.of(TASKS, List.of(report("read", true, false)))).isEmpty();
    }

    @Test
    void looksAtAllPeersOfATaskTogether() {
        assertThat(Bottleneck.of(TASKS, List.of(report("count", true, false), report("count", false, true))))
                .isEmpty();
    }
}
