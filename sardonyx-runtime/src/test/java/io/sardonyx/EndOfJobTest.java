package io.sardonyx;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sardonyx.connect.Inputs;
import io.sardonyx.connect.Outputs;
import io.sardonyx.group.GroupSettings;
import io.sardonyx.group.PeerEngine;
import io.sardonyx.group.PeerGroup;
import io.sardonyx.job.Allocation;
import io.sardonyx.job.Call;
import io.sardonyx.job.Job;
import io.sardonyx.job.JobBuilder;
import io.sardonyx.job.JobScheduler;
import io.sardonyx.plugin.Lifecycle;
import io.sardonyx.plugin.Param;
import io.sardonyx.plugin.TaskContext;
import io.sardonyx.report.TaskReport;
import io.sardonyx.store.Stores;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Public, since jobs name its methods. What has happened when a run returns, and when a cluster is closed. */
@Timeout(60)
public class EndOfJobTest {

    private static final String SELF = "io.sardonyx.EndOfJobTest::";
    private static final int NUMBERS = 300_000;

    private final List<String> ended = new CopyOnWriteArrayList<>();

    public static long same(long number) {
        return number;
    }

    /** Takes its time at the end. */
    public static Lifecycle slow(@Param("ended") List<String> ended) {
        return new Lifecycle() {
            @Override
            public void afterTask(TaskContext context, StopReason reason) {
                long until = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(1_500);
                for (long left = until - System.nanoTime(); left > 0; left = until - System.nanoTime()) {
                    LockSupport.parkNanos(left);
                }
                ended.add(context.task() + " " + reason);
            }
        };
    }

    public static Lifecycle failing() {
        return new Lifecycle() {
            @Override
            public void afterTask(TaskContext context, StopReason reason) {
                throw new IllegalStateException("no room for the summary");
            }
        };
    }

    private static JobBuilder job(long numbers) {
        return Job.named("ends")
                .input("read", Inputs.numbers(numbers))
                .function("same", EndOfJobTest::same)
                .output("write", Outputs.discard())
                .path("read", "same", "write");
    }

    @Test
    void runReturnsWhenAfterTaskOfEveryTaskHas() throws InterruptedException {
        try (Cluster cluster = Cluster.local(3)) {
            cluster.provide("ended", ended);
            cluster.run(job(10).lifecycle(null, Call.to(SELF + "slow")).build());
            assertThat(ended)
                    .containsExactlyInAnyOrder("read JOB_COMPLETED", "same JOB_COMPLETED", "write JOB_COMPLETED");
        }
    }

    @Test
    void closeReturnsWhenAfterTaskOfEveryTaskHas() {
        try (Cluster cluster = Cluster.local(3)) {
            cluster.provide("ended", ended);
            Job endless = Job.named("endless")
                    .input("read", Call.to("generator").with("rate", 100))
                    .function("same", EndOfJobTest::same)
                    .output("write", Outputs.discard())
                    .path("read", "same", "write")
                    .lifecycle(null, Call.to(SELF + "slow"))
                    .build();
            cluster.submit(endless);
            while (cluster.stats().size() < 3) {
                Thread.onSpinWait();
            }
        }
        assertThat(ended).hasSize(3);
    }

    @Test
    void whatAfterTaskThrowsIsTold() {
        try (Cluster cluster = Cluster.local(3)) {
            assertThatThrownBy(() -> cluster.run(
                            job(10).lifecycle("same", Call.to(SELF + "failing")).build()))
                    .isInstanceOf(JobFailed.class)
                    .hasMessageContaining("afterTask of task same failed")
                    .hasMessageContaining("no room for the summary");
        }
    }

    @Test
    void aReportRightAfterARunIsExact() throws InterruptedException {
        try (Cluster cluster = Cluster.local(3)) {
            Job job = job(NUMBERS).build();
            cluster.run(job);
            assertThat(cluster.report(job.id()))
                    .extracting(TaskReport::task, TaskReport::taken)
                    .extracting(tuple ->
                            tuple.toList().get(0) + " " + tuple.toList().get(1))
                    .containsExactlyInAnyOrder("read " + NUMBERS, "same " + NUMBERS, "write " + NUMBERS);
        }
    }

    /** Whatever it is asked, a class is missing. */
    private static PeerEngine broken() {
        return (PeerEngine) Proxy.newProxyInstance(
                EndOfJobTest.class.getClassLoader(), new Class<?>[] {PeerEngine.class}, (proxy, method, arguments) -> {
                    throw new NoClassDefFoundError("com/acme/Missing");
                });
    }

    @Test
    void aGroupThatDiesSaysOfWhatToWhoeverWaitsForIt() {
        try (var store = Stores.open("memory:broken")) {
            var group = new LocalGroup(
                    "broken",
                    new PeerGroup(
                            store,
                            GroupSettings.of(
                                    new io.sardonyx.replica.ClusterParameters(
                                            "c", Allocation.PLANNED, JobScheduler.BALANCED, 100),
                                    1),
                            (id, opened) -> broken(),
                            new SplittableRandom(1)));
            assertThatThrownBy(group::awaitJoined)
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("com/acme/Missing")
                    .hasCauseInstanceOf(NoClassDefFoundError.class);
            assertThatThrownBy(group::check).hasMessageContaining("has ended");
        }
    }
}
