package io.sardonyx;

import static org.assertj.core.api.Assertions.assertThat;

import io.sardonyx.connect.Inputs;
import io.sardonyx.connect.Outputs;
import io.sardonyx.job.Call;
import io.sardonyx.job.Condition;
import io.sardonyx.job.FlowCondition;
import io.sardonyx.job.Job;
import io.sardonyx.job.JobBuilder;
import io.sardonyx.job.Targets;
import io.sardonyx.job.Tuning;
import io.sardonyx.plugin.Lifecycle;
import io.sardonyx.plugin.Output;
import io.sardonyx.plugin.Param;
import io.sardonyx.plugin.TaskContext;
import io.sardonyx.value.JobId;
import io.sardonyx.value.TaskName;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Public, since jobs name its methods. Calls that are slow, each of them far from the limit, though all of a batch
 * together are beyond it: that is no reason to kill a job.
 */
@Timeout(120)
public class SlowCallsTest {

    private static final String SELF = "io.sardonyx.SlowCallsTest::";
    private static final int FAST = 30_000;
    private static final int SLOW = 60;
    private static final long CALL_NANOS = 20_000_000;

    private final ConcurrentLinkedQueue<Object> out = new ConcurrentLinkedQueue<>();
    private final Consumer<Object> toOut = out::add;
    private final Cluster cluster = Cluster.local(12).provide("out", toOut).provide("taken", out);

    @AfterEach
    void close() {
        cluster.close();
    }

    private static void pass(long nanos) {
        long until = System.nanoTime() + nanos;
        while (System.nanoTime() < until) {
            LockSupport.parkNanos(until - System.nanoTime());
        }
    }

    private static long slowFrom(long first, long number) {
        if (number >= first) {
            pass(CALL_NANOS);
        }
        return number;
    }

    public static long slowLater(long number) {
        return slowFrom(FAST, number);
    }

    public static List<Long> manySlowLater(long number) {
        return List.of(slowFrom(FAST, number));
    }

    public static boolean keptSlowLater(long number) {
        return slowFrom(FAST, number) >= 0;
    }

    public static boolean slowlyWanted(long number) {
        return slowFrom(0, number) >= 0;
    }

    public static long slowKey(long number) {
        return slowFrom(0, number) % 2;
    }

    public static Lifecycle slowLifecycle() {
        return new Lifecycle() {
            @Override
            public void beforeTask(TaskContext context) {
                pass(10 * CALL_NANOS);
            }

            @Override
            public void afterBatch(TaskContext context) {
                pass(10 * CALL_NANOS);
            }
        };
    }

    /** Takes one segment in a call. */
    public static Output slowOutput(@Param("taken") ConcurrentLinkedQueue<Object> taken) {
        return new Output() {
            @Override
            public int write(Object[] segments, int from, int to) {
                pass(CALL_NANOS);
                taken.add(segments[from]);
                return 1;
            }

            @Override
            public long settled() {
                return taken.size();
            }

            @Override
            public void close() {}
        };
    }

    private static Tuning limited(Tuning tuning) {
        return tuning.limitedTo(Duration.ofMillis(300));
    }

    private static JobBuilder job(String name, int numbers) {
        return Job.named(name)
                .input("read", Inputs.numbers(numbers))
                .with("read", task -> task.tuned(SlowCallsTest::limited));
    }

    private void assertCompletes(String function) throws InterruptedException {
        out.clear();
        cluster.run(job(function, FAST + SLOW)
                .function("work", Call.to(SELF + function))
                .with("work", task -> task.tuned(SlowCallsTest::limited))
                .output("write", Outputs.callback("out"))
                .path("read", "work", "write")
                .build());
        assertThat(out).hasSize(FAST + SLOW);
    }

    private boolean waitsInCalls(String name) {
        return cluster.report(JobId.of(name)).stream()
                .anyMatch(report -> report.task().equals(TaskName.of("work")) && report.waitsInCalls());
    }

    private JobBuilder endless(String name, String function) {
        return Job.named(name)
                .input("read", Inputs.numbers())
                .function("work", Call.to(SELF + function))
                .output("write", Outputs.callback("out"))
                .path("read", "work", "write");
    }

    @Test
    void aFunctionThatWaitsIsToldToSayBlocking() {
        cluster.submit(endless("waiting", "waiting").build());
        while (!waitsInCalls("waiting")) {
            pass(CALL_NANOS);
        }
        cluster.client().kill(JobId.of("waiting"), "test", null);
    }

    @Test
    void aFunctionThatComputesOrSaysBlockingIsNot() {
        cluster.submit(endless("blocking", "waiting")
                .with("work", task -> task.tuned(tuning -> tuning.blocking(true)))
                .build());
        cluster.submit(endless("computing", "computing").build());
        cluster.submit(endless("waiting", "waiting").build());
        while (!waitsInCalls("waiting")) {
            pass(CALL_NANOS);
        }
        assertThat(waitsInCalls("blocking")).isFalse();
        assertThat(waitsInCalls("computing")).isFalse();
        for (String job : List.of("blocking", "computing", "waiting")) {
            cluster.client().kill(JobId.of(job), "test", null);
        }
    }

    public static long waiting(long number) {
        return slowFrom(0, number);
    }

    public static long computing(long number) {
        long until = System.nanoTime() + CALL_NANOS;
        long sum = number;
        while (System.nanoTime() < until) {
            sum += number;
        }
        return sum;
    }

    @Test
    void aFunctionThatWasFastMayBecomeSlow() throws InterruptedException {
        assertCompletes("slowLater");
        assertCompletes("manySlowLater");
        assertCompletes("keptSlowLater");
    }

    @Test
    void segmentsThatAreRootsOfTheirOwnMayBecomeSlow() throws InterruptedException {
        cluster.run(job("singles", FAST + SLOW)
                .with("read", task -> task.tuned(tuning -> limited(tuning).with(Tuning.Roots.SEGMENT)))
                .function("work", Call.to(SELF + "slowLater"))
                .with("work", task -> task.tuned(SlowCallsTest::limited))
                .output("write", Outputs.callback("out"))
                .path("read", "work", "write")
                .build());
        assertThat(out).hasSize(FAST + SLOW);
    }

    @Test
    void conditionsMayBeSlow() throws InterruptedException {
        cluster.run(job("conditions", SLOW)
                .output("write", Outputs.callback("out"))
                .path("read", "write")
                .when(FlowCondition.of(
                        TaskName.of("read"),
                        Targets.of(List.of(TaskName.of("write"))),
                        new Condition.Test(Call.to(SELF + "slowlyWanted"))))
                .build());
        assertThat(out).hasSize(SLOW);
    }

    @Test
    void keysMayBeSlow() throws InterruptedException {
        cluster.run(job("keys", SLOW)
                .task(
                        "write",
                        task -> task.output(Outputs.callback("out"))
                                .groupBy(Call.to(SELF + "slowKey"))
                                .peers(2))
                .path("read", "write")
                .build());
        assertThat(out).hasSize(SLOW);
    }

    @Test
    void outputsMayBeSlow() throws InterruptedException {
        cluster.run(job("outputs", SLOW)
                .output("write", Call.to(SELF + "slowOutput"))
                .with("write", task -> task.tuned(SlowCallsTest::limited))
                .path("read", "write")
                .build());
        assertThat(out).hasSize(SLOW);
    }

    @Test
    void severalLifecyclesMayBeSlowOneAfterTheOther() throws InterruptedException {
        cluster.run(job("lifecycles", 3)
                .output("write", Outputs.callback("out"))
                .path("read", "write")
                .lifecycle("read", Call.to(SELF + "slowLifecycle"))
                .lifecycle("read", Call.to(SELF + "slowLifecycle"))
                .lifecycle("read", Call.to(SELF + "slowLifecycle"))
                .build());
        assertThat(out).hasSize(3);
    }
}
