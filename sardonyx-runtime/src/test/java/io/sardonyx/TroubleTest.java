package io.sardonyx;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sardonyx.connect.Inputs;
import io.sardonyx.connect.Outputs;
import io.sardonyx.job.Call;
import io.sardonyx.job.Condition;
import io.sardonyx.job.ErrorPolicy;
import io.sardonyx.job.FlowCondition;
import io.sardonyx.job.Job;
import io.sardonyx.job.JobBuilder;
import io.sardonyx.job.Targets;
import io.sardonyx.plugin.Param;
import io.sardonyx.plugin.Passage;
import io.sardonyx.value.TaskName;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Public, since jobs name its methods. Functions, keys and conditions that do not behave, in whole jobs. */
@Timeout(120)
public class TroubleTest {

    private static final String SELF = "io.sardonyx.TroubleTest::";
    private static final TaskName WORK = TaskName.of("work");
    private static final TaskName ERRORS = TaskName.of("errors");

    private final ConcurrentLinkedQueue<Object> out = new ConcurrentLinkedQueue<>();
    private final ConcurrentLinkedQueue<Object> errors = new ConcurrentLinkedQueue<>();
    private final Consumer<Object> toOut = out::add;
    private final Consumer<Object> toErrors = errors::add;
    private final CountDownLatch latch = new CountDownLatch(1);
    private final Cluster cluster = Cluster.local(8)
            .provide("out", toOut)
            .provide("errors", toErrors)
            .provide("latch", latch)
            .provide("left", new AtomicInteger(1));

    @AfterEach
    void close() {
        latch.countDown();
        cluster.close();
    }

    public static long throwing(long number, @Param("kind") String kind) {
        if (number != 33) {
            return number;
        }
        switch (kind) {
            case "stack" -> throw new StackOverflowError("too deep");
            case "memory" -> throw new OutOfMemoryError("too much");
            case "assertion" -> throw new AssertionError("untrue");
            case "linkage" -> throw new NoClassDefFoundError("gone");
            default -> throw new IllegalStateException("no");
        }
    }

    public static List<Long> batched(List<Long> numbers) {
        var twice = new ArrayList<Long>();
        for (long number : numbers) {
            if (number == 33) {
                throw new IllegalStateException("33 is here");
            }
            twice.add(2 * number);
        }
        return twice;
    }

    public static String absent(long number) {
        return Objects.requireNonNullElse(number == 33 ? null : "n" + number, null);
    }

    public static long key(long number) {
        if (number == 33) {
            throw new IllegalStateException("no key");
        }
        return number;
    }

    public static boolean wants(long number) {
        if (number == 33) {
            throw new IllegalStateException("cannot say");
        }
        return true;
    }

    public static boolean isTrouble(IllegalStateException thrown) {
        return thrown != null;
    }

    public static Map<String, Object> report(Passage passage) {
        return Map.of("input", passage.input(), "why", String.valueOf(passage.exception()), "secret", 1);
    }

    public static long onceBroken(long number, @Param("left") AtomicInteger left) {
        if (number == 33 && left.getAndDecrement() > 0) {
            throw new IllegalStateException("once");
        }
        return number;
    }

    public static long endless(long number) {
        while (number >= 0) {
            Thread.onSpinWait();
        }
        return number;
    }

    public static long waiting(long number, @Param("latch") CountDownLatch latch) throws InterruptedException {
        latch.await();
        return number;
    }

    private static JobBuilder job(String name, Call function, ErrorPolicy policy) {
        return Job.named(name)
                .input("read", Inputs.numbers(100))
                .task("work", task -> task.function(function).onError(policy))
                .output("write", Outputs.callback("out"))
                .path("read", "work", "write");
    }

    @Test
    void anErrorIsAFailureOfItsSegment() throws InterruptedException {
        for (String kind : List.of("stack", "memory", "assertion", "linkage", "other")) {
            out.clear();
            Call function = Call.to(SELF + "throwing").with("kind", kind);
            cluster.run(job("skip-" + kind, function, ErrorPolicy.SKIP).build());
            assertThat(out).hasSize(99).doesNotContain(33L);
        }
        assertThatThrownBy(() ->
                        cluster.run(job("kill", Call.to(SELF + "throwing").with("kind", "stack"), ErrorPolicy.KILL)
                                .build()))
                .hasMessageContaining("segment 33")
                .hasMessageContaining("too deep");
    }

    @Test
    void oneSegmentOfABatchFunctionFailsAlone() throws InterruptedException {
        Call function = Call.to(SELF + "batched");
        cluster.run(job("skip", function, ErrorPolicy.SKIP.after(1, Duration.ofMillis(1)))
                .with("work", task -> task.batch(true))
                .build());
        assertThat(out).hasSize(99).doesNotContain(66L);

        cluster.run(job("letters", function, ErrorPolicy.deadLettersTo(ERRORS))
                .with("work", task -> task.batch(true))
                .output("errors", Outputs.callback("errors"))
                .path("work", "errors")
                .build());
        assertThat(errors).singleElement().asString().contains("segment=33", "33 is here");

        assertThatThrownBy(() -> cluster.run(job("kill", function, ErrorPolicy.KILL)
                        .with("work", task -> task.batch(true))
                        .build()))
                .hasMessageContaining("segment 33");
    }

    @Test
    void aFailureNamesTheFunctionItsLineAndTheTypesThatDoNotFit() {
        assertThatThrownBy(() ->
                        cluster.run(job("thrown", Call.to(SELF + "throwing").with("kind", "checked"), ErrorPolicy.KILL)
                                .build()))
                .hasMessageContaining(SELF + "throwing threw ")
                .hasMessageContaining(" (TroubleTest.java:");
        Job wrong = Job.named("wrong")
                .input("read", Inputs.items(1, Map.of("a", 1)))
                .function("work", Call.to(SELF + "absent"))
                .output("write", Outputs.callback("out"))
                .path("read", "work", "write")
                .build();
        assertThatThrownBy(() -> cluster.run(wrong))
                .hasMessageContaining(SELF + "absent wants a long and got a java.util.")
                .hasMessageContaining(", from task read")
                .hasMessageNotContaining("ClassCastException");
        Job output = Job.named("output")
                .input("read", Inputs.items("a", 3))
                .output("write", Call.to(SELF + "printed"))
                .path("read", "write")
                .build();
        assertThatThrownBy(() -> cluster.run(output))
                .hasMessageContaining(
                        SELF + "printed wants a java.lang.String and got a java.lang.Long, from task read");
    }

    /** An output. */
    public static void printed(String text) {
        assertThat(text).isNotNull();
    }

    @Test
    void nullIsNoResult() {
        assertThatThrownBy(() -> cluster.run(
                        job("null", Call.to(SELF + "absent"), ErrorPolicy.KILL).build()))
                .isInstanceOf(JobFailed.class)
                .hasMessageContaining("null");
    }

    private static JobBuilder keyed(String name, ErrorPolicy policy) {
        return Job.named(name)
                .input("read", Inputs.numbers(100))
                .with("read", task -> task.onError(policy))
                .task(
                        "write",
                        task -> task.output(Outputs.callback("out"))
                                .groupBy(Call.to(SELF + "key"))
                                .peers(2))
                .path("read", "write");
    }

    @Test
    void aSegmentWithoutAKeyFollowsThePolicyOfWhoSendsIt() throws InterruptedException {
        assertThatThrownBy(() -> cluster.run(keyed("kill", ErrorPolicy.KILL).build()))
                .hasMessageContaining("segment 33")
                .hasMessageContaining("no key");
        out.clear();
        cluster.run(keyed("skip", ErrorPolicy.SKIP).build());
        assertThat(out).hasSize(99).doesNotContain(33L);
        cluster.run(keyed("letters", ErrorPolicy.deadLettersTo(ERRORS))
                .output("errors", Outputs.callback("errors"))
                .path("read", "errors")
                .build());
        assertThat(errors).singleElement().asString().contains("segment=33", "no key");
    }

    @Test
    void aConditionThatFailsFollowsThePolicy() throws InterruptedException {
        var condition = FlowCondition.of(
                WORK, Targets.of(List.of(TaskName.of("write"))), new Condition.Test(Call.to(SELF + "wants")));
        Call function = Call.to(SELF + "throwing").with("kind", "");
        cluster.run(Job.named("skip")
                .input("read", Inputs.numbers(33))
                .task("work", task -> task.function(function))
                .output("write", Outputs.callback("out"))
                .path("read", "work", "write")
                .when(condition)
                .build());
        assertThat(out).hasSize(33);
        out.clear();
        Call harmless = Call.to(SELF + "onceBroken");
        cluster.provide("left", new AtomicInteger());
        cluster.run(job("skipping", harmless, ErrorPolicy.SKIP).when(condition).build());
        assertThat(out).hasSize(99).doesNotContain(33L);
        assertThatThrownBy(() -> cluster.run(
                        job("kill", harmless, ErrorPolicy.KILL).when(condition).build()))
                .hasMessageContaining("cannot say");
    }

    @Test
    void anExceptionBecomesASegmentOfAnotherTask() throws InterruptedException {
        cluster.run(job("transformed", Call.to(SELF + "throwing").with("kind", ""), ErrorPolicy.KILL)
                .output("errors", Outputs.callback("errors"))
                .path("work", "errors")
                .when(FlowCondition.of(
                                WORK, Targets.of(List.of(ERRORS)), new Condition.Test(Call.to(SELF + "isTrouble")))
                        .onException(Call.to(SELF + "report"))
                        .excluding("secret"))
                .build());

        assertThat(out).hasSize(99);
        assertThat(errors)
                .singleElement()
                .isEqualTo(Map.of("input", 33L, "why", "java.lang.IllegalStateException: no"));
    }

    @Test
    void anExceptionMayHaveItsRootEmittedAgain() throws InterruptedException {
        cluster.run(job("retried", Call.to(SELF + "onceBroken"), ErrorPolicy.KILL)
                .when(FlowCondition.retrying(WORK, new Condition.Test(Call.to(SELF + "isTrouble"))))
                .build());

        assertThat(out).contains(33L).hasSizeGreaterThanOrEqualTo(100);
    }

    @Test
    void aFunctionThatNeverReturnsEndsItsOwnJobOnly() throws InterruptedException {
        Job endless = job("endless", Call.to(SELF + "endless"), ErrorPolicy.KILL)
                .with("work", task -> task.tuned(tuning -> tuning.limitedTo(Duration.ofMillis(300))))
                .build();
        assertThatThrownBy(() -> cluster.run(endless))
                .isInstanceOf(JobFailed.class)
                .hasMessageContaining("work")
                .hasMessageContaining("not returned")
                .hasMessageContaining("TroubleTest.endless");
        for (int i = 0; i < 3; i++) {
            cluster.run(
                    job("after-" + i, Call.to(SELF + "key"), ErrorPolicy.SKIP).build());
        }
        assertThat(out).hasSize(3 * 99);
    }

    @Test
    void whoWaitsOnItsOwnThreadKeepsNobodyElseWaiting() throws InterruptedException {
        Job waiting = Job.named("waiting")
                .input("read", Inputs.numbers(5))
                .task(
                        "work",
                        task -> task.function(Call.to(SELF + "waiting"))
                                .peers(3)
                                .tuned(tuning -> tuning.blocking(true).limitedTo(Duration.ofMillis(100))))
                .output("write", Outputs.callback("errors"))
                .path("read", "work", "write")
                .build();
        cluster.submit(waiting);
        cluster.run(job("other", Call.to(SELF + "key"), ErrorPolicy.SKIP).build());
        assertThat(out).hasSize(99);
        assertThat(errors).isEmpty();
        latch.countDown();
        assertThat(cluster.await(waiting.id()).toString()).contains("Completed");
        /* The end of the other job frees peers for this one, so some may come again. */
        assertThat(errors).containsOnly(0L, 1L, 2L, 3L, 4L);
    }
}
