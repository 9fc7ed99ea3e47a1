package io.sardonyx;

import static org.assertj.core.api.Assertions.assertThat;

import io.sardonyx.client.Outcome;
import io.sardonyx.connect.Inputs;
import io.sardonyx.connect.Outputs;
import io.sardonyx.job.Call;
import io.sardonyx.job.Job;
import io.sardonyx.job.Tuning;
import io.sardonyx.plugin.Param;
import io.sardonyx.report.TaskStats;
import java.lang.StackWalker.StackFrame;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Public, since jobs name its methods. Shapes and numbers of jobs, and what they may cost. */
@Timeout(240)
public class ManyJobsTest {

    private static final String SELF = "io.sardonyx.ManyJobsTest::";

    private final ConcurrentLinkedQueue<Object> out = new ConcurrentLinkedQueue<>();
    private final AtomicLong count = new AtomicLong();
    private final ConcurrentLinkedQueue<String> strangers = new ConcurrentLinkedQueue<>();
    private final Consumer<Object> consumer = out::add;
    private final Cluster cluster =
            Cluster.local(2, 4).provide("out", consumer).provide("count", count).provide("strangers", strangers);

    @AfterEach
    void close() {
        cluster.close();
    }

    public static void counted(long number, @Param("count") AtomicLong count) {
        count.addAndGet(number >= 0 ? 1 : 0);
    }

    public static long same(long number) {
        return number;
    }

    public static long first(long number, @Param("strangers") ConcurrentLinkedQueue<String> strangers) {
        return alone(number, "first", strangers);
    }

    public static long second(long number, @Param("strangers") ConcurrentLinkedQueue<String> strangers) {
        return alone(number, "second", strangers);
    }

    /** Looks who is below on the stack: one loop in one batch, and no function but this one. */
    private static long alone(long number, String self, ConcurrentLinkedQueue<String> strangers) {
        List<StackFrame> frames = StackWalker.getInstance().walk(stack -> stack.toList());
        long loops = frames.stream()
                .filter(frame -> frame.getClassName().equals("io.sardonyx.task.TaskLoop")
                        && frame.getMethodName().equals("turn"))
                .count();
        long batches = frames.stream()
                .filter(frame -> frame.getClassName().equals("io.sardonyx.task.TaskPhases")
                        && frame.getMethodName().equals("batch"))
                .count();
        List<String> functions = frames.stream()
                .filter(frame -> frame.getClassName().equals(ManyJobsTest.class.getName()))
                .map(StackFrame::getMethodName)
                .filter(List.of("first", "second", "counted")::contains)
                .toList();
        if (loops != 1 || batches != 1 || !functions.equals(List.of(self))) {
            strangers.add(self + ": " + frames);
        }
        return number;
    }

    @Test
    void noTaskCallsTheFunctionOfAnother() throws InterruptedException {
        cluster.run(Job.named("alone")
                .input("read", Inputs.numbers(2_000))
                .function("first", Call.to(SELF + "first"))
                .function("second", Call.to(SELF + "second"))
                .function("leaf", Call.to(SELF + "counted"))
                .path("read", "first", "second", "leaf")
                .build());

        assertThat(count).hasValue(2_000);
        assertThat(strangers).isEmpty();
    }

    @Test
    void aJobMayHaveSeveralInputsAndOutputsOrNoOutput() throws InterruptedException {
        cluster.run(Job.named("both")
                .input("a", Inputs.numbers(100))
                .input("b", Inputs.numbers(50))
                .output("x", Outputs.callback("out"))
                .output("y", Outputs.callback("out"))
                .path("a", "x")
                .path("b", "x")
                .path("b", "y")
                .build());
        assertThat(out).hasSize(200);

        cluster.run(Job.named("leaf")
                .input("a", Inputs.numbers(100))
                .function("leaf", Call.to(SELF + "counted"))
                .path("a", "leaf")
                .build());
        assertThat(count).hasValue(100);
    }

    @Test
    void aJobWithoutAnySegmentCompletes() throws InterruptedException {
        cluster.run(Job.named("nothing")
                .input("read", Inputs.numbers(0))
                .function("same", ManyJobsTest::same)
                .output("write", Outputs.callback("out"))
                .path("read", "same", "write")
                .build());

        assertThat(out).isEmpty();
    }

    private static long threads() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().startsWith("sardonyx-"))
                .count();
    }

    @Test
    void aHundredJobsLeaveNothingBehind() throws InterruptedException {
        long before = 0;
        for (int i = 0; i < 100; i++) {
            int number = i;
            cluster.run(Job.named("job-" + i)
                    .input("read", Inputs.numbers(20))
                    .function("same", ManyJobsTest::same)
                    .with("same", task -> task.tuned(tuning -> tuning.blocking(number % 10 == 0)))
                    .output("write", Outputs.callback("out"))
                    .path("read", "same", "write")
                    .build());
            before = i == 5 ? threads() : before;
        }
        assertThat(out).hasSize(2_000);
        long until = System.nanoTime() + 60_000_000_000L;
        while (!cluster.stats().isEmpty() || threads() > before) {
            assertThat(System.nanoTime()).as("%s threads", threads()).isLessThan(until);
            Thread.onSpinWait();
        }
    }

    /** Much slower than everything before it. */
    private void takeSlowly(Object number) {
        long until = System.nanoTime() + 20_000;
        while (System.nanoTime() < until) {
            Thread.onSpinWait();
        }
        count.addAndGet(number == null ? 0 : 1);
    }

    private static long used() {
        long least = Long.MAX_VALUE;
        for (int i = 0; i < 3; i++) {
            System.gc();
            Runtime runtime = Runtime.getRuntime();
            least = Math.min(least, runtime.totalMemory() - runtime.freeMemory());
        }
        return least;
    }

    @Test
    void theHeapStaysFlatUnderASlowOutput() throws InterruptedException {
        int pending = 64;
        Consumer<Object> slowly = this::takeSlowly;
        cluster.provide("slowly", slowly);
        Job job = Job.named("slow")
                .input("read", Inputs.numbers())
                .with(
                        "read",
                        task -> task.tuned(tuning ->
                                tuning.pending(pending, Duration.ofMinutes(10)).with(Tuning.Roots.BATCH)))
                .function("same", ManyJobsTest::same)
                .output("write", Outputs.callback("slowly"))
                .path("read", "same", "write")
                .build();
        cluster.submit(job);
        var heaps = new ArrayList<Long>();
        for (int i = 1; i <= 8; i++) {
            while (count.get() < i * 10_000L) {
                assertThat(cluster.stats()).map(TaskStats::openRoots).allMatch(open -> open <= pending);
                Thread.onSpinWait();
            }
            heaps.add(used());
        }
        cluster.client().kill(job.id(), "ann", "enough");
        assertThat(cluster.await(job.id())).isInstanceOf(Outcome.Killed.class);
        assertThat(heaps.get(7)).as("heaps %s", heaps).isLessThan(Math.max(heaps.get(1), heaps.get(2)) + (16 << 20));
    }
}
