package io.sardonyx.it.processes;

import static org.assertj.core.api.Assertions.assertThat;

import io.sardonyx.client.Outcome;
import io.sardonyx.client.admin.AdminClient;
import io.sardonyx.connect.Inputs;
import io.sardonyx.connect.Outputs;
import io.sardonyx.content.PartitionCodec;
import io.sardonyx.job.Delivery;
import io.sardonyx.job.Job;
import io.sardonyx.job.Tuning;
import io.sardonyx.lease.PartitionDocument;
import io.sardonyx.port.Store;
import io.sardonyx.value.TaskName;
import io.sardonyx.zookeeper.DevelopmentServer;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Peers of processes over ZooKeeper claim the partitions of an input by leases, while processes are killed, and paused
 * for longer than a lease. {@code -Dprocesses.seed} chooses whom.
 */
class ClaimedInputProcessTest {

    private static final Duration LEASE = Duration.ofSeconds(2);
    private static final int NUMBERS = 60_000;
    private static final int PARTITIONS = 12;
    private static final int KILLS = 3;
    private static final int PAUSES = 2;

    @TempDir
    private Path directory;

    private final long seed = Long.getLong("processes.seed", System.nanoTime());
    private final Random random = new Random(seed);

    private Path out() {
        return directory.resolve("out");
    }

    /** Six peers in three processes: five readers, so that each process has one, whoever writes. */
    private Job job() {
        return Job.named("numbers")
                .delivery(Delivery.DIRECT)
                .task(
                        "read",
                        task -> task.input(Inputs.numbers(NUMBERS)
                                        .with("partitions", PARTITIONS)
                                        .with("rate", 12_000))
                                .peers(1, 5)
                                .tuned(tuning -> tuning.sharing(Tuning.Partitions.CLAIMED)))
                .task(
                        "write",
                        task -> task.output(Outputs.lines(out().toString())).peers(1))
                .path("read", "write")
                .build();
    }

    @Test
    void killedAndPausedReadersLoseNothingAndOthersGoOnWithTheirPartitions() throws Exception {
        System.out.println("-Dprocesses.seed=" + seed);
        try (DevelopmentServer server = DevelopmentServer.start(null, 0)) {
            String address = server.address("tests") + "?sessionTimeoutMillis=" + LEASE.toMillis();
            try (Cluster cluster = new Cluster(address, directory);
                    AdminClient client = AdminClient.connect(address)) {
                cluster.startRing(3);
                Job job = job();
                client.submit(job);
                for (int i = 0; i < KILLS + PAUSES; i++) {
                    awaitHeld(cluster, job);
                    strike(cluster, i % 2 == 1);
                }
                assertThat(client.await(job.id(), Member.PATIENCE)).isInstanceOf(Outcome.Completed.class);
                List<PartitionDocument> partitions = partitions(cluster, job);
                assertThat(partitions).hasSize(PARTITIONS).allMatch(PartitionDocument::isDone);
                assertThat(partitions)
                        .as("a partition that was taken over")
                        .anyMatch(partition -> partition.lock().fence() > 1);
            }
        }
        Written written = Written.in(out(), NUMBERS);
        assertThat(written.lost()).isZero();
        assertThat(written.foreign()).isZero();
        System.out.println("written twice: " + written.repeated());
    }

    /** Waits until every process that lives holds a partition, so that whoever is struck loses one. */
    private static void awaitHeld(Cluster cluster, Job job) {
        long[] before = {-1};
        Waiting.until("some progress", () -> {
            List<PartitionDocument> now = partitions(cluster, job);
            long sum = now.stream().mapToLong(ClaimedInputProcessTest::progress).sum();
            if (before[0] < 0) {
                before[0] = sum;
            }
            boolean held = now.stream().anyMatch(each -> !each.lock().isFree());
            return held && sum > before[0] || now.stream().allMatch(PartitionDocument::isDone) && !now.isEmpty();
        });
    }

    private static long progress(PartitionDocument partition) {
        String position = partition.position();
        return position == null ? 0 : Long.parseLong(position);
    }

    private void strike(Cluster cluster, boolean pause) throws IOException, InterruptedException {
        List<Member> living = cluster.living();
        Member victim = living.get(random.nextInt(living.size()));
        if (!pause) {
            victim.kill();
            cluster.start();
            return;
        }
        victim.pause();
        long until = System.nanoTime() + LEASE.multipliedBy(2).toNanos();
        try {
            Waiting.until("the end of a pause", () -> System.nanoTime() - until > 0);
        } finally {
            victim.resume();
        }
    }

    private static List<PartitionDocument> partitions(Cluster cluster, Job job) {
        Store store = cluster.store();
        List<String> names = store.documents()
                .names(PartitionCodec.prefix(job.id(), TaskName.of("read")))
                .toCompletableFuture()
                .join();
        return store.documents().read(names).toCompletableFuture().join().stream()
                .map(document -> PartitionCodec.decoded(document.body()))
                .toList();
    }
}
