package io.sardonyx.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.sardonyx.job.outline.Outline;
import io.sardonyx.value.TaskName;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Jobs of so many tasks that whoever looks at all of them for each of them takes minutes. */
@Timeout(60)
class LargeJobTest {

    private static final int TASKS = 20_000;
    private static final Call LINES = Call.to("lines").with("path", "books/*.txt");
    private static final Call SPLIT = Call.to("com.acme.Words::split");
    private static final Condition LONG = new Condition.Test(Call.to("com.acme.Words::isLong"));

    private static FlowCondition flow(String from, String to) {
        return FlowCondition.of(TaskName.of(from), Targets.of(List.of(TaskName.of(to))), LONG);
    }

    @Test
    void chainWithAConditionAndALifecycleForEachTaskIsBuilt() {
        JobBuilder job = Job.named("chain").input("t0", LINES);
        for (int i = 1; i < TASKS; i++) {
            String before = "t" + (i - 1);
            String task = "t" + i;
            job.function(task, SPLIT)
                    .path(before, task)
                    .when(flow(before, task))
                    .when(FlowCondition.of(null, Targets.of(List.of(TaskName.of(task))), LONG))
                    .lifecycle(task, SPLIT);
        }
        Job built = job.build();
        assertThat(built.catalog()).hasSize(TASKS);
        assertThat(built.behind(TaskName.of("t7"))).containsExactly(TaskName.of("t8"));
        assertThat(built.before(TaskName.of("t7"))).containsExactly(TaskName.of("t6"));
        assertThat(Outline.of(built, "").tasks()).hasSize(TASKS);
    }

    @Test
    void oneTaskThatFeedsAllOthersIsBuilt() {
        JobBuilder job = Job.named("star").input("hub", LINES);
        for (int i = 1; i < TASKS; i++) {
            String task = "t" + i;
            job.function(task, SPLIT).path("hub", task).when(flow("hub", task));
        }
        assertThat(job.build().behind(TaskName.of("hub"))).hasSize(TASKS - 1);
    }

    @Test
    void everyFaultIsFoundOfAJobInWhichAllNamesAreWrong() {
        JobBuilder job = Job.named("misspelt").input("hub", LINES);
        for (int i = 1; i < TASKS; i++) {
            job.function("described" + i, SPLIT)
                    .path("hub", "named" + i)
                    .when(flow("hub", "described" + i))
                    .lifecycle("described-" + i, SPLIT);
        }
        BadJob bad = catchThrowableOfType(BadJob.class, job::build);
        assertThat(bad.faults()).hasSizeGreaterThan(3 * (TASKS - 1));
        assertThat(bad.faults())
                .allSatisfy(fault -> assertThat(fault.toString()).hasSizeLessThan(1000));
    }
}
