package io.sardonyx;

import static org.assertj.core.api.Assertions.assertThat;

import io.sardonyx.client.admin.AdminClient;
import io.sardonyx.command.RewindJob;
import io.sardonyx.connect.Inputs;
import io.sardonyx.connect.Outputs;
import io.sardonyx.job.Call;
import io.sardonyx.job.Job;
import io.sardonyx.plugin.Output;
import io.sardonyx.report.TaskReport;
import io.sardonyx.report.TaskReport.CheckpointFigures;
import io.sardonyx.report.TaskReport.CheckpointStep;
import io.sardonyx.value.TaskName;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What a job that runs tells of its checkpoints. Public, since jobs name methods. */
@Timeout(120)
public class CheckpointReportsTest {

    private final Cluster cluster = Cluster.local(2, 3);
    private final AdminClient client = AdminClient.of(cluster.client());
    private final Job job = Job.named("slow")
            .checkpoint(Duration.ofMillis(100))
            .task("read", task -> task.input(Inputs.numbers()).peers(1))
            .task(
                    "pass",
                    task -> task.function(CheckpointReportsTest::slow).peers(1).tuned(it -> it.blocking(true)))
            .task("write", task -> task.output(Outputs.discard()).peers(1))
            .path("read", "pass", "write")
            .build();

    public static long slow(long number) {
        takeNanos(4_000_000);
        return number;
    }

    /** Parks so long, also when the thread is woken since there is work for it. */
    private static void takeNanos(long nanos) {
        long end = System.nanoTime() + nanos;
        while (end - System.nanoTime() > 0) {
            LockSupport.parkNanos(end - System.nanoTime());
        }
    }

    @AfterEach
    void close() {
        cluster.close();
    }

    private CheckpointFigures await(Predicate<CheckpointFigures> wish) {
        while (true) {
            for (TaskReport report : cluster.report(job.id())) {
                if (report.task().equals(TaskName.of("read")) && wish.test(report.checkpoint())) {
                    return report.checkpoint();
                }
            }
            LockSupport.parkNanos(1_000_000);
        }
    }

    private long rewind() {
        long fence = client.replica().replica().jobs().live().get(job.id()).version();
        return client.append(new RewindJob(job.id(), fence, "test")).position();
    }

    @Test
    void taskThatLetsTheMarkWaitIsTheSlowest() {
        cluster.submit(job);
        CheckpointFigures told = await(
                it -> it.slowest().equals("task pass in slot 0") && it.steps().longest() == CheckpointStep.MARK);
        assertThat(told.bytes()).isPositive();
        assertThat(told.steps().markMillis()
                        + told.steps().writeMillis()
                        + told.steps().manifestMillis()
                        + told.steps().entryMillis())
                .isEqualTo(told.tookMillis());
    }

    /** An output that takes everything at once, and long to prepare it. */
    public static Output slowToPrepare() {
        return new Output() {
            private long taken;

            @Override
            public int write(Object[] segments, int from, int to) {
                taken += to - from;
                return to - from;
            }

            @Override
            public long settled() {
                return taken;
            }

            @Override
            public Optional<String> prepare(long checkpoint) {
                takeNanos(200_000_000);
                return Optional.empty();
            }
        };
    }

    @Test
    void outputThatIsSlowToPrepareTellsTheKeeper() {
        Job writing = Job.named("slow")
                .checkpoint(Duration.ofMillis(100))
                .task("read", task -> task.input(Inputs.numbers()).peers(1))
                .task(
                        "write",
                        task -> task.output(Call.to("io.sardonyx.CheckpointReportsTest::slowToPrepare"))
                                .peers(1)
                                .tuned(it -> it.blocking(true)))
                .path("read", "write")
                .build();
        cluster.submit(writing);
        CheckpointFigures told = await(it -> it.steps().longest() == CheckpointStep.WRITE);
        assertThat(told.slowest()).isEqualTo("task write in slot 0");
    }

    @Test
    void figuresStayAfterARewindAndSayWhatItTookBack() {
        cluster.submit(job);
        await(it -> it.number() > 1 && it.rewinds() == 0);
        long position = rewind();
        CheckpointFigures told = await(it -> it.rewinds() == 1);
        assertThat(told.number()).isPositive();
        assertThat(told.again().position()).isEqualTo(position);
        while (told.again().segments() == 0) { // a checkpoint may just have been complete
            long again = rewind();
            told = await(it -> it.again().position() == again);
        }
        assertThat(told.again().millis()).isNotNegative();
        long number = told.number();
        await(it -> it.number() > number && it.atMillis() > 0);
    }
}
