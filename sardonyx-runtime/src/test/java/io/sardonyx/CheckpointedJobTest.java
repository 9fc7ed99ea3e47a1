package io.sardonyx;

import static org.assertj.core.api.Assertions.assertThat;

import io.sardonyx.client.JobStatus.JobCheckpoint;
import io.sardonyx.client.Outcome;
import io.sardonyx.client.Receipt.Verdict;
import io.sardonyx.client.admin.AdminClient;
import io.sardonyx.connect.Inputs;
import io.sardonyx.connect.Outputs;
import io.sardonyx.function.source.Functions;
import io.sardonyx.job.Allocation;
import io.sardonyx.job.Job;
import io.sardonyx.replica.Replica;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Jobs with checkpoints publish each result once, whatever dies. Public, since jobs name methods. */
public class CheckpointedJobTest {

    private static final int COUNT = 20_000;
    private static final AtomicLong CALLS = new AtomicLong();

    @TempDir
    private Path directory;

    @BeforeEach
    void nothingCalled() {
        CALLS.set(0);
    }

    public static long slowly(long number) {
        CALLS.incrementAndGet();
        LockSupport.parkNanos(20_000);
        return 2 * number;
    }

    private Job job(int partitions, int peers) {
        return job(COUNT, partitions, peers);
    }

    private Job job(int count, int partitions, int peers) {
        return Job.named("doubled")
                .checkpoint(Duration.ofMillis(100))
                .task(
                        "read",
                        task -> task.input(Inputs.numbers(count).with("partitions", partitions))
                                .peers(1, peers)
                                .tuned(tuning -> tuning.batchesOf(16)))
                .task(
                        "twice",
                        task -> task.function(CheckpointedJobTest::slowly).peers(1, peers))
                .task(
                        "write",
                        task -> task.output(Outputs.lines(out().toString())).peers(1, peers))
                .path("read", "twice", "write")
                .build();
    }

    private Path out() {
        return directory.resolve("out");
    }

    private List<Path> files() throws IOException {
        if (!Files.isDirectory(out())) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(out())) {
            return files.sorted().toList();
        }
    }

    private static Stream<String> lines(Path file) {
        try {
            return Files.readAllLines(file).stream();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static boolean isPublished(Path file) {
        return file.toString().endsWith(".txt");
    }

    private List<Long> written() throws IOException {
        return files().stream()
                .flatMap(CheckpointedJobTest::lines)
                .map(Long::valueOf)
                .sorted()
                .toList();
    }

    private void assertEachResultOnce() throws IOException {
        assertEachResultOnce(COUNT);
    }

    private void assertEachResultOnce(int count) throws IOException {
        assertThat(files()).isNotEmpty().allMatch(CheckpointedJobTest::isPublished);
        assertThat(written())
                .isEqualTo(LongStream.range(0, count)
                        .map(number -> 2 * number)
                        .boxed()
                        .toList());
    }

    @Test
    void eachResultIsPublishedOnceAndNothingElseIsLeft() throws Exception {
        try (Cluster cluster = Cluster.local(3)) {
            cluster.run(job(1, 1));
        }
        assertEachResultOnce();
    }

    @Test
    void stoppedJobHasPublishedAllOfItsLastCheckpointAndGoesOnFromThere() throws Exception {
        Job job = job(5 * COUNT, 7, 2);
        try (Cluster cluster = Cluster.local(2, 3, Functions.onClassPath(), Allocation.PLANNED)) {
            cluster.submit(job);
            awaitResults();
            assertThat(cluster.client().keepCheckpoint(job.id(), "begun").verdict())
                    .isEqualTo(Verdict.DONE);
            assertThat(cluster.client().stop(job.id()).verdict()).isEqualTo(Verdict.DONE);
            Outcome outcome = cluster.await(job.id(), Duration.ofMinutes(2));
            assertThat(outcome).isInstanceOf(Outcome.Stopped.class);
            while (!files().stream().allMatch(CheckpointedJobTest::isPublished)) {
                Thread.onSpinWait(); // writers are about to close
            }
            assertThat(files()).isNotEmpty();
            long calls = CALLS.get();
            assertThat(calls).isLessThan(5 * COUNT);
            assertThat(written()).hasSize((int) calls).doesNotHaveDuplicates();
            List<JobCheckpoint> kept = cluster.client().checkpoints(job.id());
            assertThat(kept).flatExtracting(JobCheckpoint::names).containsExactly("begun");
            assertThat(kept.get(kept.size() - 1).number()).isEqualTo(((Outcome.Stopped) outcome).checkpoint());
            assertThat(kept).allMatch(each -> each.bytes() > 0 && each.completed() != null);
            var resumed = cluster.client().resume(job.id());
            assertThat(cluster.await(resumed.job(), Duration.ofMinutes(2))).isInstanceOf(Outcome.Completed.class);
            assertThat(CALLS.get()).as("nothing comes again").isEqualTo(5 * COUNT);
        }
        assertEachResultOnce(5 * COUNT);
    }

    @Test
    void killedJobGoesOnFromItsLatestCheckpoint() throws Exception {
        Job job = job(5 * COUNT, 7, 2);
        try (Cluster cluster = Cluster.local(2, 3, Functions.onClassPath(), Allocation.PLANNED)) {
            cluster.submit(job);
            awaitResults();
            cluster.client().kill(job.id(), "test", null);
            assertThat(cluster.await(job.id(), Duration.ofMinutes(2))).isInstanceOf(Outcome.Killed.class);
            var resumed = cluster.client().resume(job.id());
            assertThat(cluster.await(resumed.job(), Duration.ofMinutes(2))).isInstanceOf(Outcome.Completed.class);
        }
        assertEachResultOnce(5 * COUNT);
    }

    private void awaitResults() throws IOException {
        while (files().stream().noneMatch(CheckpointedJobTest::isCommitted)) {
            Thread.onSpinWait();
        }
    }

    /** What small checkpoints wrote is gathered in a part that grows. */
    private static boolean isCommitted(Path file) {
        return isPublished(file) || file.toString().endsWith(".txt.growing");
    }

    @Test
    void jobThatReadsNothingEnds() throws Exception {
        Job empty = Job.named("empty")
                .checkpoint(Duration.ofSeconds(1))
                .input("read", Inputs.numbers(0))
                .output("write", Outputs.lines(out().toString()))
                .path("read", "write")
                .build();
        try (Cluster cluster = Cluster.local(2)) {
            cluster.run(empty);
        }
        assertThat(files()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2})
    void nothingComesAgainWhenAGroupLeaves(int left) throws Exception {
        Job job = job(5 * COUNT, 7, 2);
        try (Cluster cluster = Cluster.local(3, 2, Functions.onClassPath(), Allocation.PLANNED)) {
            cluster.submit(job);
            awaitResults();
            cluster.leave(cluster.groups().get(left));
            assertThat(CALLS.get()).as("it left while there was more to read").isLessThan(5 * COUNT);
            assertThat(cluster.await(job.id(), Duration.ofMinutes(2))).isInstanceOf(Outcome.Completed.class);
            Replica replica = AdminClient.of(cluster.client()).replica().replica();
            assertThat(replica.jobs().checkpoints(job.id()).rewinds().count())
                    .as("others went on from a checkpoint")
                    .isPositive();
        }
        assertThat(CALLS.get()).isEqualTo(5 * COUNT);
        assertEachResultOnce(5 * COUNT);
    }

    @ParameterizedTest
    @CsvSource({"PLANNED, 0", "PLANNED, 1", "PLANNED, 2", "VOLUNTEERED, 0", "VOLUNTEERED, 1", "VOLUNTEERED, 2"})
    void eachResultIsPublishedOnceAlthoughAGroupCrashes(Allocation allocation, int crashed) throws Exception {
        Job job = job(7, 2);
        try (Cluster cluster = Cluster.local(3, 2, Functions.onClassPath(), allocation)) {
            cluster.submit(job);
            awaitResults();
            cluster.crash(cluster.groups().get(crashed));
            assertThat(cluster.await(job.id(), Duration.ofMinutes(2))).isInstanceOf(Outcome.Completed.class);
        }
        assertThat(CALLS.get()).as("it went back to a checkpoint").isGreaterThanOrEqualTo(COUNT);
        assertEachResultOnce();
    }
}
