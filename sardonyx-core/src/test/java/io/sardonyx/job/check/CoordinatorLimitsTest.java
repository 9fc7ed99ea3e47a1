package io.sardonyx.job.check;

import static org.assertj.core.api.Assertions.assertThat;

import io.sardonyx.job.Bounds;
import io.sardonyx.job.Delivery;
import io.sardonyx.job.Fault;
import io.sardonyx.job.Flux;
import io.sardonyx.job.Percentage;
import io.sardonyx.job.Tags;
import io.sardonyx.job.Task;
import io.sardonyx.job.TaskScheduler;
import io.sardonyx.job.outline.Outline;
import io.sardonyx.value.JobId;
import io.sardonyx.value.TaskName;
import java.math.BigDecimal;
import java.util.List;
import org.junit.jupiter.api.Test;

class CoordinatorLimitsTest {

    private static final Percentage HALF = Percentage.of(BigDecimal.valueOf(50));

    private static Task task(String name) {
        return Task.named(TaskName.of(name));
    }

    private static Outline job(Delivery delivery, Task... tasks) {
        return new Outline(
                JobId.of("j"),
                List.of(tasks),
                TaskScheduler.BALANCED,
                Percentage.ZERO,
                Bounds.UNBOUNDED,
                delivery,
                false,
                "",
                0);
    }

    private static List<String> places(Outline job) {
        return CoordinatorLimits.faults(job).stream().map(Fault::place).toList();
    }

    @Test
    void queuedJobOfTasksForOnePeerOrAnyNumberIsACoordinators() {
        assertThat(places(job(Delivery.QUEUED, task("one").with(new Bounds(1, 1)), task("any"))))
                .isEmpty();
        assertThat(places(job(Delivery.AUTOMATIC, task("any")))).isEmpty();
    }

    @Test
    void whatACoordinatorWouldIgnoreIsToldAtOnce() {
        Task odd = task("t").with(new Bounds(2, 4)).with(HALF).with(Flux.KILL).requiring(Tags.of(List.of("gpu")));
        assertThat(places(job(Delivery.DIRECT, odd)))
                .containsExactly(
                        "delivery", "task t, min", "task t, max", "task t, percentage", "task t, flux", "task t, tags");
        var shares = new Outline(
                JobId.of("j"), List.of(task("t")), TaskScheduler.GREEDY, HALF, 3, Delivery.QUEUED, true, "", 0);
        assertThat(places(shares)).containsExactly("taskScheduler", "percentage", "saturation", "wholeOnly");
    }

    @Test
    void jobWithoutTasksCannotBeOffered() {
        assertThat(places(job(Delivery.QUEUED))).containsExactly("workflow");
    }
}
