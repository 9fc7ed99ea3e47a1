package io.sardonyx.task.queue;

import static org.assertj.core.api.Assertions.assertThat;

import io.sardonyx.Cluster;
import io.sardonyx.client.Outcome;
import io.sardonyx.connect.Inputs;
import io.sardonyx.connect.Outputs;
import io.sardonyx.job.Call;
import io.sardonyx.job.Delivery;
import io.sardonyx.job.ErrorPolicy;
import io.sardonyx.job.Job;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Queue;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** Public, since jobs name its methods. */
public class QueuedJobTest {

    private static final int COUNT = 10_000;

    public static long twice(long number) {
        return 2 * number;
    }

    private static Job job() {
        return Job.named("queued")
                .delivery(Delivery.QUEUED)
                .input("read", Inputs.numbers(COUNT))
                .function("twice", QueuedJobTest::twice)
                .output("write", Outputs.callback("taken"))
                .path("read", "twice", "write")
                .build();
    }

    private static List<Long> sorted(Queue<Object> taken) {
        var all = new ArrayList<Long>();
        taken.forEach(each -> all.add((Long) each));
        Collections.sort(all);
        return all;
    }

    private static List<Long> wanted() {
        return LongStream.range(0, COUNT).map(number -> 2 * number).boxed().toList();
    }

    private final Queue<Object> taken = new ConcurrentLinkedQueue<>();

    private void complete(Cluster cluster, Job job) throws Exception {
        assertThat(cluster.await(job.id(), Duration.ofMinutes(2))).isInstanceOf(Outcome.Completed.class);
    }

    private Cluster cluster(int groups, int peersEach) {
        return Cluster.local(groups, peersEach).provide("taken", (Consumer<Object>) taken::add);
    }

    @Test
    void onePeerFinishesABatchJobOfThreeTasks() throws Exception {
        try (Cluster cluster = cluster(1, 1)) {
            cluster.submit(job());
            complete(cluster, job());
        }
        assertThat(sorted(taken)).isEqualTo(wanted());
    }

    @Test
    void severalPeersShareTheQueues() throws Exception {
        try (Cluster cluster = cluster(2, 3)) {
            cluster.submit(job());
            complete(cluster, job());
        }
        assertThat(sorted(taken)).isEqualTo(wanted());
    }

    public static long slowly(long number) {
        LockSupport.parkNanos(20_000);
        return 2 * number;
    }

    @Test
    void nothingIsLostWhenGroupsCrash() throws Exception {
        Job job = Job.named("crashes")
                .delivery(Delivery.QUEUED)
                .input("read", Inputs.numbers(COUNT))
                .with("read", task -> task.tuned(tuning -> tuning.batchesOf(16)))
                .function("twice", QueuedJobTest::slowly)
                .output("write", Outputs.callback("taken"))
                .path("read", "twice", "write")
                .build();
        try (Cluster cluster = cluster(3, 1)) {
            cluster.submit(job);
            for (int crash = 0; crash < 3; crash++) {
                int least = (crash + 1) * COUNT / 20;
                while (taken.size() < least) {
                    Thread.onSpinWait();
                }
                cluster.crash(cluster.groups().get(0));
                cluster.start();
            }
            complete(cluster, job);
        }
        assertThat(new TreeSet<>(taken)).isEqualTo(new TreeSet<Object>(wanted()));
    }

    @Test
    void placesThatChangeUnderLoadCauseNoRedelivery() throws Exception {
        Job job = Job.named("moves")
                .delivery(Delivery.QUEUED)
                .input("read", Inputs.numbers(COUNT))
                .with("read", task -> task.tuned(tuning -> tuning.batchesOf(16)))
                .function("twice", QueuedJobTest::slowly)
                .output("write", Outputs.callback("taken"))
                .path("read", "twice", "write")
                .build();
        try (Cluster cluster = cluster(1, 2)) {
            cluster.submit(job);
            for (int change = 0; change < 4; change++) {
                int least = (change + 1) * COUNT / 20;
                while (taken.size() < least) {
                    Thread.onSpinWait();
                }
                cluster.start();
            }
            complete(cluster, job);
            assertThat(cluster.report(job.id()))
                    .allSatisfy(report -> assertThat(report.queues().redelivered())
                            .as(report.toString())
                            .isZero());
        }
        assertThat(sorted(taken)).isEqualTo(wanted());
    }

    public static long tenth(long number) {
        return number % 10;
    }

    @Test
    void segmentsWithTheSameKeyGoThroughTheSameLane() throws Exception {
        Job job = Job.named("keyed")
                .delivery(Delivery.QUEUED)
                .input("read", Inputs.numbers(COUNT))
                .function("twice", QueuedJobTest::twice)
                .with("twice", task -> task.groupBy(Call.to("io.sardonyx.task.queue.QueuedJobTest::tenth")))
                .output("write", Outputs.callback("taken"))
                .path("read", "twice", "write")
                .build();
        try (Cluster cluster = cluster(2, 3)) {
            cluster.submit(job);
            complete(cluster, job);
        }
        assertThat(sorted(taken)).isEqualTo(wanted());
    }

    public static long unlucky(long number) {
        if (number % 1_000 == 13) {
            throw new IllegalStateException("unlucky");
        }
        return 2 * number;
    }

    @Test
    void aSegmentThatFailsIsSkippedAndTheOthersArrive() throws Exception {
        Job job = Job.named("skips")
                .delivery(Delivery.QUEUED)
                .input("read", Inputs.numbers(COUNT))
                .function("twice", QueuedJobTest::unlucky)
                .with("twice", task -> task.onError(ErrorPolicy.SKIP))
                .output("write", Outputs.callback("taken"))
                .path("read", "twice", "write")
                .build();
        try (Cluster cluster = cluster(1, 2)) {
            cluster.submit(job);
            complete(cluster, job);
        }
        assertThat(sorted(taken))
                .isEqualTo(wanted().stream()
                        .filter(number -> number / 2 % 1_000 != 13)
                        .toList());
    }
}
