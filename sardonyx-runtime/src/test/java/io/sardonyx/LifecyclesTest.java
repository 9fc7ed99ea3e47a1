package io.sardonyx;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sardonyx.connect.Inputs;
import io.sardonyx.connect.Outputs;
import io.sardonyx.job.Call;
import io.sardonyx.job.ErrorPolicy;
import io.sardonyx.job.Job;
import io.sardonyx.plugin.Lifecycle;
import io.sardonyx.plugin.Param;
import io.sardonyx.plugin.TaskContext;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Public, since jobs name its methods. */
@Timeout(120)
public class LifecyclesTest {

    private static final String SELF = "io.sardonyx.LifecyclesTest::";

    private final ConcurrentLinkedQueue<String> log = new ConcurrentLinkedQueue<>();
    private final ConcurrentLinkedQueue<Object> out = new ConcurrentLinkedQueue<>();
    private final AtomicInteger left = new AtomicInteger();
    private final Consumer<Object> consumer = out::add;
    private final Cluster cluster =
            Cluster.local(4).provide("log", log).provide("out", consumer).provide("left", left);

    @AfterEach
    void close() {
        cluster.close();
    }

    /** Writes down all it sees, lets the task start at the third question and provides its factor. */
    public static Lifecycle watching(@Param("log") ConcurrentLinkedQueue<String> log) {
        return new Watching(log, new AtomicInteger());
    }

    /** Writes down all that it is told; the task may start when it is asked for the third time. */
    private record Watching(ConcurrentLinkedQueue<String> log, AtomicInteger asked) implements Lifecycle {

        @Override
        public boolean mayStart(TaskContext context) {
            log.add("may");
            return asked.incrementAndGet() == 3;
        }

        @Override
        public void beforeTask(TaskContext context) {
            log.add("before");
            context.provide("factor", 10L);
        }

        @Override
        public void beforeBatch(TaskContext context) {
            log.add("batch");
        }

        @Override
        public void afterRead(TaskContext context, List<?> segments) {
            log.add("read " + segments);
        }

        @Override
        public void afterApply(TaskContext context, List<?> segments) {
            log.add("applied " + segments);
        }

        @Override
        public void afterBatch(TaskContext context) {
            log.add("done");
        }

        @Override
        public void afterTask(TaskContext context, StopReason reason) {
            log.add("after " + reason);
        }
    }

    public static Lifecycle deciding(
            @Param("log") ConcurrentLinkedQueue<String> log, @Param("decision") String decision) {
        return new Lifecycle() {
            @Override
            public Decision handleException(TaskContext context, Phase phase, Exception exception) {
                log.add(phase + " " + exception.getMessage());
                return Decision.valueOf(decision);
            }

            @Override
            public void afterTask(TaskContext context, StopReason reason) {
                log.add("after " + reason);
            }
        };
    }

    public static Lifecycle failing(@Param("log") ConcurrentLinkedQueue<String> log, @Param("phase") String failing) {
        return new Lifecycle() {
            private void check(Phase phase) {
                if (phase.name().equals(failing)) {
                    throw new IllegalStateException("not in " + phase);
                }
            }

            @Override
            public void beforeTask(TaskContext context) {
                check(Phase.BEFORE_TASK);
            }

            @Override
            public void afterRead(TaskContext context, List<?> segments) {
                check(Phase.AFTER_READ);
            }

            @Override
            public void afterBatch(TaskContext context) {
                check(Phase.AFTER_BATCH);
            }

            @Override
            public void afterTask(TaskContext context, StopReason reason) {
                log.add("after " + reason);
            }
        };
    }

    public static long times(long number, @Param("factor") Long factor) {
        return number * factor;
    }

    public static long fragile(long number, @Param("left") AtomicInteger left) {
        if (number == 5 && left.getAndDecrement() > 0) {
            throw new IllegalStateException("five");
        }
        return number;
    }

    private static Job job(String name, String function, ErrorPolicy policy, Call lifecycle) {
        return Job.named(name)
                .input("read", Inputs.numbers(10))
                .task("work", task -> task.function(Call.to(SELF + function)).onError(policy))
                .output("write", Outputs.callback("out"))
                .path("read", "work", "write")
                .lifecycle("work", lifecycle)
                .build();
    }

    private void await(String word) {
        long until = System.nanoTime() + 60_000_000_000L;
        while (!log.contains(word)) {
            assertThat(System.nanoTime()).as("%s in %s", word, log).isLessThan(until);
            Thread.onSpinWait();
        }
    }

    @Test
    void aTaskIsAccompaniedFromItsStartToItsEnd() throws InterruptedException {
        cluster.run(job("watched", "times", ErrorPolicy.KILL, Call.to(SELF + "watching")));
        await("after JOB_COMPLETED");

        assertThat(log)
                .containsExactly(
                        "may",
                        "may",
                        "may",
                        "before",
                        "batch",
                        "read [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]",
                        "applied [0, 10, 20, 30, 40, 50, 60, 70, 80, 90]",
                        "done",
                        "after JOB_COMPLETED");
        assertThat(out).hasSize(10).contains(90L);
    }

    @Test
    void aLifecycleMayKillTheJobThatWouldHaveGoneOn() {
        left.set(1);
        Job job = job(
                "killed",
                "fragile",
                ErrorPolicy.SKIP,
                Call.to(SELF + "deciding").with("decision", "KILL"));

        assertThatThrownBy(() -> cluster.run(job)).isInstanceOf(JobFailed.class).hasMessageContaining("five");
        await("after FAILED");
        assertThat(log).contains("APPLY five");
    }

    @Test
    void aLifecycleMayLeaveItToThePolicy() throws InterruptedException {
        left.set(1);
        cluster.run(job(
                "deferred",
                "fragile",
                ErrorPolicy.SKIP,
                Call.to(SELF + "deciding").with("decision", "DEFER")));

        assertThat(out).hasSize(9).doesNotContain(5L);
    }

    @Test
    void aPeerThatStartsAnewCompletesTheJob() throws InterruptedException {
        left.set(3);
        cluster.run(job(
                "restarted",
                "fragile",
                ErrorPolicy.KILL,
                Call.to(SELF + "deciding").with("decision", "RESTART")));
        await("after JOB_COMPLETED");

        assertThat(out).contains(0L, 1L, 2L, 3L, 4L, 5L, 6L, 7L, 8L, 9L);
        assertThat(log.stream().filter("APPLY five"::equals)).hasSize(3);
        assertThat(log.stream().filter("after FAILED"::equals)).hasSize(3);
    }

    @Test
    void aLifecycleThatFailsKillsItsJobWithThePhase() {
        for (String phase : List.of("BEFORE_TASK", "AFTER_READ", "AFTER_BATCH")) {
            log.clear();
            Job job = job(
                    "failing-" + phase,
                    "fragile",
                    ErrorPolicy.SKIP,
                    Call.to(SELF + "failing").with("phase", phase));
            assertThatThrownBy(() -> cluster.run(job))
                    .isInstanceOf(JobFailed.class)
                    .hasMessageContaining("work")
                    .hasMessageContaining(Lifecycle.Phase.valueOf(phase).word())
                    .hasMessageContaining("not in " + phase);
            await("after FAILED");
        }
    }

    @Test
    void whoIsKilledHearsWhy() throws InterruptedException {
        Job endless = Job.named("endless")
                .input("read", Inputs.numbers().with("rate", 1_000))
                .output("write", Outputs.callback("out"))
                .path("read", "write")
                .lifecycle(null, Call.to(SELF + "deciding").with("decision", "DEFER"))
                .build();
        cluster.submit(endless);
        while (out.isEmpty()) {
            Thread.onSpinWait();
        }
        cluster.client().kill(endless.id(), "ann", "enough");
        assertThat(cluster.await(endless.id()).toString()).contains("enough");
        await("after JOB_KILLED");
        assertThat(log).containsOnly("after JOB_KILLED");
    }
}
