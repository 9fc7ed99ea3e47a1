package io.sardonyx.schedule;

import static io.sardonyx.schedule.Schedules.job;
import static io.sardonyx.schedule.Schedules.percent;
import static io.sardonyx.schedule.Schedules.queued;
import static io.sardonyx.schedule.Schedules.task;
import static org.assertj.core.api.Assertions.assertThat;

import io.sardonyx.assignment.Stage;
import io.sardonyx.job.Flux;
import io.sardonyx.job.TaskScheduler;
import io.sardonyx.job.outline.Outline;
import io.sardonyx.value.PeerId;
import org.junit.jupiter.api.Test;

class TaskSplitTest {

    private static final int MANY = Integer.MAX_VALUE;

    private static int[] split(Outline job, int total) {
        return TaskSplit.of(new PeerNeed(Demand.of(job)), total);
    }

    @Test
    void balancedStartsWithMinimumsAndGoesOnWithTheFewest() {
        Outline job = job("j", task("a"), task("b", 3, MANY), task("c"));
        assertThat(split(job, 5)).containsExactly(1, 3, 1);
        assertThat(split(job, 8)).containsExactly(3, 3, 2);
        assertThat(split(job("j", task("a", 1, 2), task("b")), 9)).containsExactly(2, 7);
    }

    @Test
    void greedyGivesAllTheRestToTheFirstTaskThatMayGrow() {
        Outline job = job("j", TaskScheduler.GREEDY, task("a", 1, 3), task("b", 2, MANY), task("c"));
        assertThat(split(job, 5)).containsExactly(2, 2, 1);
        assertThat(split(job, 9)).containsExactly(3, 5, 1);
    }

    @Test
    void percentagesAreRescaledToAHundred() {
        Outline job = job(
                "j",
                TaskScheduler.PERCENTAGE,
                task("a").with(percent(20)),
                task("b").with(percent(30)));
        assertThat(split(job, 10)).containsExactly(4, 6);
        assertThat(split(job, 11)).containsExactly(4, 7);
    }

    @Test
    void percentagesRespectMinimumsAndMaximumsOfSeveralTasksAtOnce() {
        Outline job = job(
                "j",
                TaskScheduler.PERCENTAGE,
                task("a", 1, 2).with(percent(40)),
                task("b", 1, 3).with(percent(40)),
                task("c", 1, MANY).with(percent(20)));
        assertThat(split(job, 12)).containsExactly(2, 3, 7);
        assertThat(split(job, 3)).containsExactly(1, 1, 1);
    }

    @Test
    void colocatedTasksHaveAsManyPeersAsThereAreCopies() {
        assertThat(split(job("j", TaskScheduler.COLOCATED, task("a"), task("b")), 6))
                .containsExactly(3, 3);
    }

    @Test
    void queuedJobWithTooFewPeersCoversItsFirstTasks() {
        assertThat(split(queued("j", task("a"), task("b"), task("c")), 2)).containsExactly(1, 1, 0);
        assertThat(split(queued("j", task("a", 3, MANY), task("b")), 3)).containsExactly(2, 1);
    }

    @Test
    void frozenTaskKeepsItsSize() {
        Outline job = job("j", task("a").with(Flux.KILL), task("b"));
        var running = Demand.of(job).with(0, Stage.EMPTY.with(PeerId.of("p"), null));
        assertThat(TaskSplit.of(new PeerNeed(running), 5)).containsExactly(1, 4);
    }

    @Test
    void recoveringTaskKeepsWhomItHasIfTheJobCanAffordIt() {
        Outline job = job("j", task("a").with(Flux.RECOVER), task("b"));
        Stage three = Stage.EMPTY
                .with(PeerId.of("p"), null)
                .with(PeerId.of("q"), null)
                .with(PeerId.of("r"), null);
        var running = Demand.of(job).with(0, three);
        assertThat(TaskSplit.of(new PeerNeed(running), 4)).containsExactly(3, 1);
        assertThat(TaskSplit.of(new PeerNeed(running), 3)).containsExactly(2, 1);
    }
}
