package io.sardonyx;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sardonyx.channel.LocalChannels;
import io.sardonyx.client.Outcome;
import io.sardonyx.client.admin.AdminClient;
import io.sardonyx.connect.Inputs;
import io.sardonyx.connect.Outputs;
import io.sardonyx.coordinate.Coordinator;
import io.sardonyx.coordinate.CoordinatorSettings;
import io.sardonyx.engine.GroupEngine;
import io.sardonyx.function.FunctionLoader;
import io.sardonyx.function.source.Functions;
import io.sardonyx.group.GroupSettings;
import io.sardonyx.group.PeerGroup;
import io.sardonyx.job.Allocation;
import io.sardonyx.job.BadJob;
import io.sardonyx.job.Delivery;
import io.sardonyx.job.Job;
import io.sardonyx.job.Tuning;
import io.sardonyx.loop.LoopThread;
import io.sardonyx.port.Broker;
import io.sardonyx.port.Store;
import io.sardonyx.queue.Brokers;
import io.sardonyx.secret.Secrets;
import io.sardonyx.store.Stores;
import io.sardonyx.task.ProcessResources;
import io.sardonyx.task.input.PluginRegistry;
import io.sardonyx.task.state.StateBudget;
import io.sardonyx.worker.WorkerPool;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.UUID;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Whoever decides who does what, and however segments travel, a job gives the same. Public, since jobs name methods.
 */
public class AllocationTest {

    private static final int COUNT = 10_000;

    private final Queue<Object> taken = new ConcurrentLinkedQueue<>();

    public static long slowly(long number) {
        LockSupport.parkNanos(20_000);
        return 2 * number;
    }

    private static Job job(String name, Delivery delivery) {
        return job(name, delivery, Tuning.Partitions.DEALT);
    }

    private static Job job(String name, Delivery delivery, Tuning.Partitions partitions) {
        int count = partitions == Tuning.Partitions.DEALT ? 1 : 20;
        return Job.named(name)
                .delivery(delivery)
                .input("read", Inputs.numbers(COUNT).with("partitions", count))
                .with("read", task -> task.tuned(tuning -> tuning.batchesOf(16).sharing(partitions)))
                .function("twice", AllocationTest::slowly)
                .output("write", Outputs.callback("taken"))
                .path("read", "twice", "write")
                .build();
    }

    private static Set<Object> wanted() {
        return LongStream.range(0, COUNT)
                .mapToObj(number -> (Object) (2 * number))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private Cluster cluster(int groups, int peersEach, Allocation allocation) {
        return Cluster.local(groups, peersEach, Functions.onClassPath(), allocation)
                .provide("taken", (Consumer<Object>) taken::add);
    }

    private static void complete(Cluster cluster, Job job) throws Exception {
        assertThat(cluster.await(job.id(), Duration.ofMinutes(2))).isInstanceOf(Outcome.Completed.class);
    }

    @ParameterizedTest
    @CsvSource({
        "PLANNED, DIRECT, DEALT",
        "PLANNED, DIRECT, CLAIMED",
        "PLANNED, QUEUED, DEALT",
        "VOLUNTEERED, DIRECT, DEALT",
        "VOLUNTEERED, DIRECT, CLAIMED",
        "VOLUNTEERED, QUEUED, DEALT",
        "COORDINATED, QUEUED, DEALT"
    })
    void sameJobGivesTheSameAlthoughAGroupCrashes(
            Allocation allocation, Delivery delivery, Tuning.Partitions partitions) throws Exception {
        Job job = job("matrix", delivery, partitions);
        try (Cluster cluster = cluster(3, 2, allocation)) {
            cluster.submit(job);
            while (taken.size() < COUNT / 10) {
                Thread.onSpinWait();
            }
            cluster.crash(cluster.groups().get(0));
            complete(cluster, job);
        }
        assertThat(new TreeSet<>(taken)).isEqualTo(wanted());
    }

    /** Groups of a cluster whose coordinators are the test's to end, which those of a local cluster are not. */
    private final class Groups implements AutoCloseable {

        private final WorkerPool workers = WorkerPool.forCores();
        private final List<Broker> brokers = Brokers.open("memory:" + UUID.randomUUID());
        private final List<LoopThread<PeerGroup>> threads = new ArrayList<>();

        Groups(Store store, int count, int peersEach) {
            FunctionLoader functions = FunctionLoader.onClassPath();
            var random = new SplittableRandom(5);
            var process = new ProcessResources(
                    functions,
                    PluginRegistry.in(functions.loader()),
                    new LocalChannels(),
                    workers,
                    Map.of("taken", (Consumer<Object>) taken::add),
                    System::nanoTime,
                    InstantSource.system(),
                    StateBudget.ofHeap(),
                    random.split()::nextLong,
                    () -> brokers,
                    Secrets.all());
            var cluster = Membership.of("matrix", peersEach)
                    .allocation(Allocation.COORDINATED)
                    .parameters();
            for (int i = 0; i < count; i++) {
                var group = new PeerGroup(
                        store,
                        GroupSettings.of(cluster, peersEach),
                        (id, its) -> new GroupEngine(id, its, process),
                        random.split());
                threads.add(new LoopThread<>("group-" + i, group, it -> {}));
            }
        }

        void crash() {
            threads.remove(0).close();
        }

        @Override
        public void close() {
            threads.forEach(LoopThread::close);
            workers.close();
            brokers.forEach(Broker::close);
        }
    }

    @Test
    void coordinatedJobGivesTheSameAlthoughTheLeaderAndAGroupCrash() throws Exception {
        String address = "memory:" + UUID.randomUUID();
        Job job = job("matrix", Delivery.QUEUED);
        Store leading = Stores.open(address);
        var leader = new Coordinator(leading, CoordinatorSettings.DEFAULT, new SplittableRandom(1));
        var leaders = new LoopThread<>("leader", leader, it -> {});
        try (Store store = Stores.open(address);
                Groups groups = new Groups(store, 3, 2);
                AdminClient client = AdminClient.over(store)) {
            while (!leader.state().leads()) {
                Thread.onSpinWait();
            }
            var standBy = new Coordinator(store, CoordinatorSettings.DEFAULT, new SplittableRandom(2));
            try (var hot = new LoopThread<>("stand-by", standBy, it -> {})) {
                client.submit(job);
                while (taken.size() < COUNT / 10) {
                    Thread.onSpinWait();
                }
                assertThat(standBy.state().leads()).isFalse();
                // Its session ends without its help, as when its process dies: it gives nothing back.
                leading.close();
                groups.crash();
                assertThat(client.await(job.id(), Duration.ofMinutes(2))).isInstanceOf(Outcome.Completed.class);
                assertThat(standBy.state().leads()).isTrue();
                assertThat(hot.failure()).isNull();
            }
        } finally {
            leaders.close();
        }
        assertThat(new TreeSet<>(taken)).isEqualTo(wanted());
    }

    @ParameterizedTest
    @CsvSource({"PLANNED, QUEUED", "VOLUNTEERED, QUEUED", "VOLUNTEERED, AUTOMATIC", "COORDINATED, AUTOMATIC"})
    void onePeerDoesOneTaskOfAQueuedJobAfterTheOther(Allocation allocation, Delivery delivery) throws Exception {
        Job job = job("alone", delivery);
        try (Cluster cluster = cluster(1, 1, allocation)) {
            cluster.submit(job);
            complete(cluster, job);
            assertThat(cluster.client().status().allocation()).isEqualTo(allocation);
        }
        assertThat(new TreeSet<>(taken)).isEqualTo(wanted());
    }

    @Test
    void volunteersServeSeveralJobsAtOnce() throws Exception {
        try (Cluster cluster = cluster(2, 4, Allocation.VOLUNTEERED)) {
            Job direct = job("direct", Delivery.DIRECT);
            Job queued = job("queued", Delivery.QUEUED);
            cluster.submit(direct);
            cluster.submit(queued);
            complete(cluster, direct);
            complete(cluster, queued);
        }
        assertThat(new TreeSet<>(taken)).isEqualTo(wanted());
        assertThat(taken).hasSizeGreaterThanOrEqualTo(2 * COUNT);
    }

    @Test
    void directJobNeedsAPeerForEachTaskUnderEitherAllocation() {
        for (Allocation allocation : new Allocation[] {Allocation.PLANNED, Allocation.VOLUNTEERED}) {
            try (Cluster cluster = cluster(1, 2, allocation)) {
                assertThatThrownBy(() -> cluster.submit(job("large", Delivery.DIRECT)))
                        .isInstanceOf(BadJob.class)
                        .hasMessageContaining("its tasks need 3 peers, but this cluster has 2");
            }
        }
    }
}
