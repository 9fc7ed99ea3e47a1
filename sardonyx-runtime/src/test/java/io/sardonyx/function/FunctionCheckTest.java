package io.sardonyx.function;

import static org.assertj.core.api.Assertions.assertThat;

import io.sardonyx.job.Call;
import io.sardonyx.job.Condition;
import io.sardonyx.job.FlowCondition;
import io.sardonyx.job.Job;
import io.sardonyx.job.JobBuilder;
import io.sardonyx.job.Targets;
import io.sardonyx.value.TaskName;
import java.util.List;
import org.junit.jupiter.api.Test;

class FunctionCheckTest {

    private static final Targets OUT = Targets.of(List.of(TaskName.of("out")));

    private static Call sample(String method) {
        return Call.to(Samples.class.getName() + "::" + method);
    }

    private static Call maker(String method) {
        return Call.to(Makers.class.getName() + "::" + method);
    }

    private static List<String> faults(JobBuilder job) {
        return FunctionCheck.faults(job.build(), FunctionLoader.onClassPath()).stream()
                .map(fault -> fault.toString().replace("io.sardonyx.function.", ""))
                .toList();
    }

    private static JobBuilder job(Call input, Call function, Call output) {
        return Job.named("job")
                .input("in", input)
                .function("work", function)
                .output("out", output)
                .path("in", "work", "out");
    }

    @Test
    void goodJobHasNoFaults() {
        assertThat(faults(job(
                                Call.to("lines"),
                                sample("resource"),
                                maker("take").with("refused", 1))
                        .lifecycle(null, maker("providing").with("name", "words"))
                        .with("work", it -> it.groupBy(sample("first")))
                        .when(FlowCondition.of(
                                TaskName.of("work"),
                                OUT,
                                Condition.not(
                                        new Condition.Test(sample("isLong").with("least", 1)))))))
                .isEmpty();
        assertThat(faults(job(maker("numbers").with("count", 3), sample("twice"), maker("output"))))
                .isEmpty();
        assertThat(faults(job(Call.to("lines"), sample("upper"), Call.to("files"))))
                .as("plugins by short name are for others to look at")
                .isEmpty();
    }

    @Test
    void allFaultsAreFoundAtOnceWithPlaceAndRemedy() {
        assertThat(faults(job(maker("numbers"), sample("isLong").with("leest", 1), maker("point"))
                        .with("work", it -> it.groupBy(sample("see")))
                        .lifecycle("work", maker("input"))
                        .lifecycle(null, Call.to("com.acme.Life::make"))
                        .when(FlowCondition.of(
                                        TaskName.of("work"),
                                        OUT,
                                        Condition.or(
                                                new Condition.Test(sample("upper")),
                                                new Condition.Test(maker("isAbove"))))
                                .onException(sample("see")))))
                .satisfiesExactly(
                        it -> assertThat(it).startsWith("task in, input: Makers::numbers needs count (int)"),
                        it -> assertThat(it).startsWith("task work, fn: Samples::isLong needs least (int)"),
                        it -> assertThat(it)
                                .isEqualTo("task work, fn: Samples::isLong takes no parameter leest, it takes [least];"
                                        + " did you mean least?; correct it, or leave it out"),
                        it -> assertThat(it)
                                .isEqualTo(
                                        "task work, groupBy: Samples::see is to return a key, but returns void; let it"
                                                + " return that, or name another method"),
                        it -> assertThat(it)
                                .startsWith("task out, output: Makers::point is to return io.sardonyx.plugin.Out"),
                        it -> assertThat(it).startsWith("lifecycles[0].calls: Makers::input is to return"),
                        it -> assertThat(it).startsWith("lifecycles[1].calls: there is no class com.acme."),
                        it -> assertThat(it).startsWith("flowConditions[0].when: Samples::upper is to return true or"),
                        it -> assertThat(it).startsWith("flowConditions[0].when: Makers::isAbove needs limit"),
                        it -> assertThat(it)
                                .startsWith("flowConditions[0].transform: Samples::see is to return a segment"));
    }

    @Test
    void recordsCannotLoseKeys() {
        assertThat(faults(job(Call.to("csv"), maker("point"), Call.to("files"))
                        .when(FlowCondition.of(TaskName.of("work"), OUT, new Condition.Test(maker("always")))
                                .excluding("x"))))
                .containsExactly("flowConditions[0].excludeKeys: excludes keys of what Makers::point gives, but that is"
                        + " a Makers$Point, and only maps can lose keys; leave them out in the function");
    }
}
