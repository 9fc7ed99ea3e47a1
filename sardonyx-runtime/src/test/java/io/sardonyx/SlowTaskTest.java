package io.sardonyx;

import static org.assertj.core.api.Assertions.assertThat;

import io.sardonyx.connect.Inputs;
import io.sardonyx.connect.Outputs;
import io.sardonyx.job.Job;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is under way is bounded by the time that a slow task needs for it. Public, since jobs name methods. */
public class SlowTaskTest {

    private static final int COUNT = 1_500;
    private static final int WARM = 100;
    /* At 4 ms or more each, 100 ms of a task are 25 segments at most; without a limit all would be under way. */
    private static final long MOST_AHEAD = 500;

    private static final AtomicLong READ = new AtomicLong();
    private static final AtomicLong DONE = new AtomicLong();
    private static final AtomicLong AHEAD = new AtomicLong();

    @TempDir
    private Path directory;

    @BeforeEach
    void nothingRead() {
        READ.set(0);
        DONE.set(0);
        AHEAD.set(0);
    }

    public static long read(long number) {
        READ.incrementAndGet();
        return number;
    }

    public static long same(long number) {
        return number;
    }

    public static long slow(long number) {
        LockSupport.parkNanos(4_000_000);
        if (DONE.incrementAndGet() > WARM) {
            AHEAD.accumulateAndGet(READ.get() - DONE.get(), Math::max);
        }
        return number;
    }

    @Test
    void aMarkIsNeverLongBehindASlowFunction() throws Exception {
        Job job = Job.named("slow")
                .checkpoint(Duration.ofMillis(200))
                .task("read", task -> task.input(Inputs.numbers(COUNT)).function(SlowTaskTest::read))
                .task("pass", task -> task.function(SlowTaskTest::same))
                .task("slow", task -> task.function(SlowTaskTest::slow).tuned(tuning -> tuning.blocking(true)))
                .task("write", task -> task.output(Outputs.lines(directory.toString())))
                .path("read", "pass", "slow", "write")
                .build();
        try (Cluster cluster = Cluster.local(4)) {
            cluster.run(job);
        }
        assertThat(DONE).hasValueGreaterThanOrEqualTo(COUNT);
        assertThat(AHEAD.get()).isPositive().isLessThan(MOST_AHEAD);
    }
}
