package io.sardonyx.replica;

import static io.sardonyx.command.Story.id;
import static io.sardonyx.command.Story.input;
import static io.sardonyx.command.Story.job;
import static io.sardonyx.command.Story.middle;
import static io.sardonyx.command.Story.output;
import static io.sardonyx.command.Story.task;
import static org.assertj.core.api.Assertions.assertThat;

import io.sardonyx.assignment.Stage;
import io.sardonyx.job.outline.Cause;
import io.sardonyx.value.table.OrderedSet;
import io.sardonyx.value.table.SortedTable;
import java.util.Map;
import org.junit.jupiter.api.Test;

class JobsTest {

    private static final Run RUN = Run.of(job("j", input("in"), middle("do"), output("out")));

    private static Ending ending(String job) {
        return new Ending(job(job, input("in")), OrderedSet.empty(), 7, Cause.UNSAID);
    }

    @Test
    void newRunHoldsNothing() {
        assertThat(RUN.demand().size()).isZero();
        assertThat(RUN.version()).isEqualTo(Run.NEVER_PLACED);
        assertThat(RUN.isExhausted()).isFalse();
        assertThat(RUN.isComplete()).isFalse();
    }

    @Test
    void directRunIsDoneWhenInputsAreExhaustedAndOutputsSealed() {
        assertThat(RUN.exhaust(task("in"), SortedTable.empty()).isSealed()).isFalse();
        assertThat(RUN.seal(task("out")).isSealed()).isFalse();
        assertThat(RUN.exhaust(task("in"), SortedTable.empty())
                        .seal(task("out"))
                        .isSealed())
                .isTrue();
    }

    @Test
    void queuedRunIsDoneWhenAllTasksAreComplete() {
        Run two = RUN.complete(task("in")).complete(task("do"));
        assertThat(two.isComplete()).isFalse();
        assertThat(two.stage(0)).isEqualTo(Stage.COMPLETE);
        assertThat(two.complete(task("out")).isComplete()).isTrue();
        assertThat(Run.of(job("empty")).isComplete()).isFalse();
    }

    @Test
    void sameDemandIsTheVeryRun() {
        assertThat(RUN.with(RUN.demand())).isSameAs(RUN);
        assertThat(RUN.with(0, RUN.stage(0))).isSameAs(RUN);
    }

    @Test
    void jobIsKnownInEveryStateAndRetiresWithItsId() {
        Jobs jobs = Jobs.EMPTY.with(RUN);
        assertThat(jobs.knows(id("j"))).isTrue();
        assertThat(jobs.kill(id("j"), ending("j")).knows(id("j"))).isTrue();
        Jobs completed = jobs.complete(id("j"), ending("j"));
        assertThat(completed.live().isEmpty()).isTrue();
        Jobs retired = completed.retire(10, 0);
        assertThat(retired.completed().isEmpty()).isTrue();
        assertThat(retired.knows(id("j"))).isTrue();
        assertThat(retired.retire(10, 0)).isSameAs(retired);
    }

    @Test
    void onlyTheLatestRetiredIdsAreRemembered() {
        Jobs jobs =
                Jobs.EMPTY.kill(id("a"), ending("a")).kill(id("b"), ending("b")).complete(id("c"), ending("c"));
        assertThat(jobs.retire(2, 0).retired()).containsExactly(id("b"), id("c"));
    }

    @Test
    void latestKilledJobsAreKept() {
        Jobs jobs =
                Jobs.EMPTY.kill(id("a"), ending("a")).kill(id("b"), ending("b")).complete(id("c"), ending("c"));
        Jobs kept = jobs.retire(10, 1);
        assertThat(kept.killed().keys()).containsExactly(id("b"));
        assertThat(kept.retired()).containsExactly(id("a"), id("c"));
        assertThat(kept.forget(id("b"), 10).retired()).containsExactly(id("a"), id("c"), id("b"));
    }

    @Test
    void skippedSegmentsOfAllInputsAreAddedUp() {
        var one = SortedTable.of(Map.of(task("do"), 2L));
        var two = SortedTable.of(Map.of(task("do"), 3L, task("out"), 1L));
        Run run = RUN.exhaust(task("in"), one).exhaust(task("in2"), two);
        assertThat(run.skipped()).isEqualTo(SortedTable.of(Map.of(task("do"), 5L, task("out"), 1L)));
    }
}
