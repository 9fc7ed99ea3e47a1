package io.sardonyx;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sardonyx.client.Outcome;
import io.sardonyx.client.admin.AdminClient;
import io.sardonyx.connect.Inputs;
import io.sardonyx.connect.Outputs;
import io.sardonyx.job.BadJob;
import io.sardonyx.job.Call;
import io.sardonyx.job.Delivery;
import io.sardonyx.job.Job;
import io.sardonyx.job.JobBuilder;
import io.sardonyx.job.Tuning;
import io.sardonyx.value.JobId;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Queue;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Peers of a cluster that claim the partitions of an input by leases. Public, since jobs name its methods. */
@Timeout(120)
public class ClaimedInputsTest {

    private static final int COUNT = 1_000;
    private static final int PARTITIONS = 10;

    private static volatile CountDownLatch held = new CountDownLatch(0);

    private final Queue<Object> taken = new ConcurrentLinkedQueue<>();

    @TempDir
    private Path home;

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

    private static void await(BooleanSupplier condition) throws InterruptedException {
        while (!condition.getAsBoolean()) {
            LockSupport.parkNanos(1_000_000);
            if (Thread.interrupted()) {
                throw new InterruptedException("it takes too long");
            }
        }
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
            await(() -> taken.size() >= numbers(1).size());
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
            await(() -> taken.size() >= numbers(1).size());
            long until = System.nanoTime() + Duration.ofSeconds(5).toNanos();
            await(() -> System.nanoTime() > until);
            held.countDown();
            assertThat(cluster.await(job.id(), Duration.ofMinutes(1))).isInstanceOf(Outcome.Completed.class);
        }
        assertThat(taken).hasSize(COUNT);
    }

    /** The first number that is not recorded as settled, by partition, of those that are not done. */
    private static Map<Long, Long> open(AdminClient client, JobId job) {
        return client.reached(job).stream()
                .filter(partition -> !partition.atEnd())
                .collect(Collectors.toMap(
                        partition -> Long.valueOf(partition.partition()),
                        partition -> Long.valueOf(
                                partition.position() == null ? partition.partition() : partition.position())));
    }

    @Test
    void resumedJobReadsOnlyWhatItsPredecessorHadNotSettled() throws Exception {
        held = new CountDownLatch(1);
        Job job = job("resumed");
        try (Cluster cluster = cluster(1, 3)) {
            AdminClient client = AdminClient.of(cluster.client());
            cluster.submit(job);
            await(() -> taken.size() >= numbers(1).size());
            cluster.client().kill(job.id(), "test", "it is to be resumed");
            held.countDown();
            assertThat(cluster.await(job.id(), Duration.ofMinutes(1))).isInstanceOf(Outcome.Killed.class);
            // One more partition may have been read to its end, but not been recorded as done before the job was
            // killed; and the held one may be, if it was let go before its peer was told to stop.
            await(() -> open(client, job.id()).size() <= 2);
            // Of the held one, some may have been settled before its peer stopped.
            Map<Long, Long> open = open(client, job.id());
            int before = taken.size();
            JobId next = client.resume(job.id()).job();
            assertThat(cluster.await(next, Duration.ofMinutes(1))).isInstanceOf(Outcome.Completed.class);
            assertThat(taken.stream().skip(before).map(number -> (Long) number))
                    .allMatch(number -> number >= open.getOrDefault(number % PARTITIONS, Long.MAX_VALUE));
        }
        assertThat(new TreeSet<>(taken)).isEqualTo(numbers(0));
    }

    private void write(Path directory, int from, int to) throws IOException {
        for (int i = from; i < to; i++) {
            Path file = Files.createTempFile(home, "new", "");
            Files.writeString(file, i + " first\n" + i + " second\n");
            Files.move(file, directory.resolve(String.format(Locale.ROOT, "%05d.txt", i)));
        }
    }

    private void awaitLines(int files) throws InterruptedException {
        await(() -> new HashSet<>(taken).size() >= 2 * files);
    }

    private static TreeSet<Object> lines(int files) {
        var lines = new TreeSet<>();
        for (int i = 0; i < files; i++) {
            lines.add(i + " first");
            lines.add(i + " second");
        }
        return lines;
    }

    /** What is done stays done, whichever way the input has to tell: a crash brings back what was in progress only. */
    @ParameterizedTest
    @ValueSource(strings = {"", "after", "names"})
    void directoryThatGrowsIsListedAgainAndAgainAlthoughAGroupCrashes(String how) throws Exception {
        Path in = Files.createDirectory(home.resolve("in"));
        Call files = Inputs.lines(in + "/*.txt").with("listEvery", 0.1);
        Call input = how.isEmpty() ? files : files.with(how, how.equals("after") ? "delete" : "growing");
        Job job = Job.named("grows")
                .delivery(Delivery.DIRECT)
                .input("read", input)
                .with("read", task -> task.peers(2).tuned(tuning -> tuning.sharing(Tuning.Partitions.CLAIMED)))
                .output("write", Outputs.callback("taken"))
                .path("read", "write")
                .build();
        write(in, 0, 20);
        try (Cluster cluster = cluster(3, 2)) {
            cluster.submit(job);
            awaitLines(20);
            write(in, 20, 150);
            awaitLines(60);
            cluster.crash(cluster.groups().get(0));
            awaitLines(150);
            write(in, 150, 160);
            awaitLines(160);
            if (how.equals("after")) {
                await(() -> in.toFile().list().length == 0);
            }
            cluster.client().kill(job.id(), "test", "it never ends");
            assertThat(cluster.await(job.id(), Duration.ofMinutes(1))).isInstanceOf(Outcome.Killed.class);
        }
        assertThat(new TreeSet<>(taken)).isEqualTo(lines(160));
    }

    @Test
    void inputOfWhichEachNodeHasAPartitionIsRefusedWithTheReason() throws Exception {
        Job job = Job.named("queue")
                .input("read", Inputs.queue("lines"))
                .with("read", task -> task.tuned(tuning -> tuning.sharing(Tuning.Partitions.CLAIMED)))
                .output("write", Outputs.callback("taken"))
                .path("read", "write")
                .build();
        try (Cluster cluster = cluster(1, 2)) {
            cluster.submit(job);
            assertThat(cluster.await(job.id(), Duration.ofMinutes(1)).toString())
                    .contains("one partition for each node, of which peers cannot claim any");
        }
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

    @Test
    void claimedPartitionsOfAQueuedJobAreRefused() {
        String fault = "task read, partitions: are claimed by leases, but the broker hands out those of a queued job;"
                + " leave it out, or say delivery: direct";
        assertThatThrownBy(() -> claimed().delivery(Delivery.QUEUED).build())
                .isInstanceOfSatisfying(
                        BadJob.class,
                        bad -> assertThat(bad.faults()).singleElement().hasToString(fault));
    }

    @Test
    void aJobWithClaimedPartitionsIsDirectWhereOthersAreQueued() {
        assertThat(claimed().build().delivery()).isEqualTo(Delivery.DIRECT);
    }

    private static JobBuilder claimed() {
        return Job.named("claimed")
                .input("read", Inputs.numbers(COUNT))
                .output("write", Outputs.callback("taken"))
                .with("read", task -> task.tuned(tuning -> tuning.sharing(Tuning.Partitions.CLAIMED)))
                .path("read", "write");
    }
}
