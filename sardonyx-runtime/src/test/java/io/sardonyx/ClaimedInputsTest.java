package io.sardonyx;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sardonyx.client.Outcome;
import io.sardonyx.connect.Inputs;
import io.sardonyx.connect.Outputs;
import io.sardonyx.job.Delivery;
import io.sardonyx.job.Job;
import io.sardonyx.job.Tuning;
import java.time.Duration;
import java.util.Queue;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Peers of a cluster that claim the partitions of an input by leases. Public, since jobs name its methods. */
@Timeout(120)
public class ClaimedInputsTest {

    private static final int COUNT = 1_000;
    private static final int PARTITIONS = 10;

    private static volatile CountDownLatch held = new CountDownLatch(0);

    private final Queue<Object> taken = new ConcurrentLinkedQueue<>();

    /** Waits as long as the latch is closed, in partition 0 only. */
    public static long held(long number) throws InterruptedException {
        if (number % PARTITIONS == 0) {
            held.await();
        }
        return number;
    }

    @AfterEach
    void open() {
        held.countDown();
    }

    private Cluster cluster(int groups, int peersEach) {
        return Cluster.local(groups, peersEach).provide("taken", (Consumer<Object>) taken::add);
    }

    private static Job job(String name) {
        return Job.named(name)
                .delivery(Delivery.DIRECT)
                .input("read", Inputs.numbers(COUNT).with("partitions", PARTITIONS))
                .with(
                        "read",
                        task -> task.function(ClaimedInputsTest::held)
                                .peers(2)
                                .tuned(tuning -> tuning.blocking(true).sharing(Tuning.Partitions.CLAIMED)))
                .output("write", Outputs.callback("taken"))
                .path("read", "write")
                .build();
    }

    private static TreeSet<Object> numbers(int from) {
        return LongStream.range(0, COUNT)
                .filter(number -> number % PARTITIONS >= from)
                .boxed()
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /** Dealt out, every other partition would wait for the peer that is stuck. */
    @Test
    void slowPartitionDoesNotHoldUpTheOthers() throws Exception {
        held = new CountDownLatch(1);
        Job job = job("slow");
        try (Cluster cluster = cluster(1, 3)) {
            cluster.submit(job);
            while (taken.size() < numbers(1).size()) {
                Thread.onSpinWait();
            }
            assertThat(new TreeSet<>(taken)).isEqualTo(numbers(1));
            held.countDown();
            assertThat(cluster.await(job.id(), Duration.ofMinutes(1))).isInstanceOf(Outcome.Completed.class);
        }
        assertThat(new TreeSet<>(taken)).isEqualTo(numbers(0));
    }

    /** A call that takes longer than a lease: the group renews it meanwhile, and nobody else reads the partition. */
    @Test
    void callMayTakeLongerThanALease() throws Exception {
        held = new CountDownLatch(1);
        Job job = job("long");
        try (Cluster cluster = cluster(2, 2)) {
            cluster.submit(job);
            while (taken.size() < numbers(1).size()) {
                Thread.onSpinWait();
            }
            long waited = System.nanoTime() + Duration.ofSeconds(5).toNanos();
            while (System.nanoTime() < waited) {
                Thread.onSpinWait();
            }
            held.countDown();
            assertThat(cluster.await(job.id(), Duration.ofMinutes(1))).isInstanceOf(Outcome.Completed.class);
        }
        assertThat(taken).hasSize(COUNT);
    }

    @Test
    void claimedPartitionsOfATaskWithoutAnInputAreRefused() {
        assertThatThrownBy(() -> Job.named("wrong")
                        .input("read", Inputs.numbers(COUNT))
                        .output("write", Outputs.callback("taken"))
                        .with("write", task -> task.tuned(tuning -> tuning.sharing(Tuning.Partitions.CLAIMED)))
                        .path("read", "write")
                        .build())
                .hasMessageContaining("are claimed, but it takes what other tasks give and has none");
    }
}
