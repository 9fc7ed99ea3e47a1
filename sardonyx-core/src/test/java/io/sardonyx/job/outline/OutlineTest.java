package io.sardonyx.job.outline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sardonyx.job.Allocation;
import io.sardonyx.job.Bounds;
import io.sardonyx.job.Delivery;
import io.sardonyx.job.Flux;
import io.sardonyx.job.Percentage;
import io.sardonyx.job.Tags;
import io.sardonyx.job.Task;
import io.sardonyx.job.TaskScheduler;
import io.sardonyx.value.Assignment;
import io.sardonyx.value.JobId;
import io.sardonyx.value.PeerId;
import io.sardonyx.value.TaskName;
import java.math.BigDecimal;
import java.util.List;
import org.junit.jupiter.api.Test;

class OutlineTest {

    private static final Task IN =
            new Task(TaskName.of("in"), true, false, Bounds.DEFAULT, Percentage.ZERO, Flux.CONTINUE, Tags.NONE);
    private static final Task OUT =
            new Task(TaskName.of("out"), false, true, Bounds.DEFAULT, Percentage.ZERO, Flux.CONTINUE, Tags.NONE);

    private static Outline job(Delivery delivery, boolean wholeOnly, Task... tasks) {
        return new Outline(
                JobId.of("j"), List.of(tasks), TaskScheduler.BALANCED, Percentage.ZERO, 9, delivery, wholeOnly, "", 0);
    }

    @Test
    void inputsAndOutputsAreThoseTasks() {
        Outline job = job(Delivery.DIRECT, false, IN, Task.named(TaskName.of("middle")), OUT);
        assertThat(job.inputs()).containsExactly(IN.name());
        assertThat(job.outputs()).containsExactly(OUT.name());
        assertThat(job.indexOf(OUT.name())).isEqualTo(2);
        assertThat(job.indexOf(TaskName.of("unknown"))).isEqualTo(-1);
    }

    @Test
    void tasksHaveDistinctNamesAndSaturationLetsSomebodyIn() {
        assertThatThrownBy(() -> job(Delivery.DIRECT, false, IN, IN)).hasMessageContaining("distinct names");
        assertThatThrownBy(() -> new Outline(
                        JobId.of("j"),
                        List.of(IN),
                        TaskScheduler.BALANCED,
                        Percentage.ZERO,
                        0,
                        Delivery.DIRECT,
                        false,
                        "",
                        0))
                .hasMessageContaining("saturation of 0");
    }

    @Test
    void directJobIsAlwaysWhole() {
        assertThat(job(Delivery.DIRECT, false, IN).wholeOnly()).isTrue();
        assertThat(job(Delivery.QUEUED, false, IN).wholeOnly()).isFalse();
        assertThat(job(Delivery.QUEUED, true, IN).wholeOnly()).isTrue();
    }

    @Test
    void deliveryThatNobodyChoseIsQueuedAmongVolunteersAndDirectElsewhere() {
        Outline job = job(Delivery.AUTOMATIC, false, IN);
        assertThat(job.decidedFor(Allocation.VOLUNTEERED).delivery()).isEqualTo(Delivery.QUEUED);
        assertThat(job.decidedFor(Allocation.PLANNED)).isEqualTo(job(Delivery.DIRECT, true, IN));
        Outline chosen = job(Delivery.QUEUED, false, IN);
        assertThat(chosen.decidedFor(Allocation.PLANNED)).isSameAs(chosen);
    }

    @Test
    void boundsThatNobodyCanMeetAreRefused() {
        assertThatThrownBy(() -> new Bounds(-1, 3)).hasMessageContaining("not negative");
        assertThatThrownBy(() -> new Bounds(3, 2)).hasMessageContaining("can never cover");
        assertThatThrownBy(() -> new Bounds(0, 0)).hasMessageContaining("can never cover a minimum of 1");
    }

    @Test
    void percentagesAreExactToSixDecimals() {
        assertThat(Percentage.of(new BigDecimal("33.3333333")).millionths()).isEqualTo(33_333_333);
        assertThat(Percentage.of(new BigDecimal("33.333333")).value()).isEqualByComparingTo("33.333333");
        assertThat(Percentage.of(BigDecimal.valueOf(100)))
                .isEqualTo(Percentage.HUNDRED)
                .hasToString("100 %");
        assertThat(Percentage.ZERO).isLessThan(Percentage.HUNDRED);
        assertThatThrownBy(() -> Percentage.of(new BigDecimal("100.000001"))).hasMessageContaining("100.000001");
        assertThatThrownBy(() -> new Percentage(-1)).hasMessageContaining("-0.000001");
    }

    @Test
    void tagsAreDistinctWordsInOrderAndFewerComeFirst() {
        Tags two = Tags.of(List.of("ssd", "gpu", "ssd"));
        Tags one = Tags.of(List.of("zoo"));
        assertThat(two.words()).containsExactly("gpu", "ssd");
        assertThat(Tags.NONE).isLessThan(one);
        assertThat(one).isLessThan(two);
        assertThat(Tags.of(List.of("a"))).isLessThan(one).isEqualByComparingTo(Tags.of(List.of("a")));
    }

    @Test
    void tagsSatisfyWhateverIsAmongThem() {
        Tags gpu = Tags.of(List.of("gpu"));
        Tags both = Tags.of(List.of("gpu", "ssd"));
        assertThat(both.satisfy(gpu)).isTrue();
        assertThat(gpu.satisfy(both)).isFalse();
        assertThat(Tags.NONE.satisfy(Tags.NONE)).isTrue();
        assertThat(gpu.satisfy(Tags.NONE)).isTrue();
    }

    @Test
    void assignmentsAreOfOneTaskWhenJobAndTaskAre() {
        var one = new Assignment(PeerId.of("p"), JobId.of("j"), TaskName.of("t"), 0);
        assertThat(one.isSameTaskAs(new Assignment(PeerId.of("q"), JobId.of("j"), TaskName.of("t"), 4)))
                .isTrue();
        assertThat(one.isSameTaskAs(new Assignment(PeerId.of("p"), JobId.of("k"), TaskName.of("t"), 0)))
                .isFalse();
        assertThat(one.isSameTaskAs(new Assignment(PeerId.of("p"), JobId.of("j"), TaskName.of("u"), 0)))
                .isFalse();
    }
}
