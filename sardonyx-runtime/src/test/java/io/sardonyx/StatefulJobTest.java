package io.sardonyx;

import static org.assertj.core.api.Assertions.assertThat;

import io.sardonyx.client.Client;
import io.sardonyx.client.Outcome;
import io.sardonyx.client.Receipt;
import io.sardonyx.client.Resumed;
import io.sardonyx.connect.Inputs;
import io.sardonyx.connect.Outputs;
import io.sardonyx.function.source.Functions;
import io.sardonyx.job.Allocation;
import io.sardonyx.job.Flux;
import io.sardonyx.job.Job;
import io.sardonyx.job.TaskBuilder;
import io.sardonyx.state.Items;
import io.sardonyx.state.LongTotal;
import io.sardonyx.state.State;
import io.sardonyx.state.Value;
import io.sardonyx.value.JobId;
import io.sardonyx.value.TaskName;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.UnaryOperator;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** State of functions counts every segment once, whatever dies. Public, since jobs name methods. */
public class StatefulJobTest {

    private static final int COUNT = 20_000;
    private static final int KEYS = 1_000;
    private static final AtomicLong CALLS = new AtomicLong();
    private static final CountDownLatch GIVING = new CountDownLatch(1);
    private static final CountDownLatch STOPPING = new CountDownLatch(1);

    @TempDir
    private Path directory;

    @BeforeEach
    void nothingCalled() {
        CALLS.set(0);
    }

    public static long key(long number) {
        return number % KEYS;
    }

    /** How often a key has come so far, by a value and by a total, which must agree. */
    public static String numbered(long number, @State("seen") Value<Long> seen, @State("total") LongTotal total) {
        CALLS.incrementAndGet();
        LockSupport.parkNanos(20_000);
        long count = seen.or(0L) + 1;
        seen.set(count);
        total.add(number);
        if (total.count() != count) {
            throw new IllegalStateException(total.count() + " and " + count);
        }
        return key(number) + " " + count;
    }

    private Job job(int partitions, int peers, Flux flux) {
        return job(COUNT, partitions, peers, flux);
    }

    private Job job(int count, int partitions, int peers, Flux flux) {
        return job(count, partitions, peers, task -> task.flux(flux));
    }

    private Job job(int count, int partitions, int peers, UnaryOperator<TaskBuilder> change) {
        return Job.named("numbered")
                .checkpoint(Duration.ofMillis(100))
                .task(
                        "read",
                        task -> task.input(Inputs.numbers(count).with("partitions", partitions))
                                .peers(1, peers)
                                .tuned(tuning -> tuning.batchesOf(16)))
                .task(
                        "count",
                        task -> change.apply(task.function(StatefulJobTest::numbered)
                                .groupBy(StatefulJobTest::key)
                                .peers(1, peers)))
                .task(
                        "write",
                        task -> task.output(Outputs.lines(out().toString())).peers(1, peers))
                .path("read", "count", "write")
                .build();
    }

    public static void add(long number, @State("total") LongTotal total) {
        CALLS.incrementAndGet();
        LockSupport.parkNanos(10_000);
        total.add(number);
    }

    public static String total(long key, @State("total") LongTotal total) {
        return key + " " + total.count() + " " + total.sum();
    }

    private Job totals(int peers, boolean combined) {
        return Job.named("totals")
                .checkpoint(Duration.ofMillis(100))
                .task(
                        "read",
                        task -> task.input(Inputs.numbers(COUNT).with("partitions", 5))
                                .peers(1, peers))
                .task(
                        "add",
                        task -> task.accumulate(StatefulJobTest::add)
                                .groupBy(StatefulJobTest::key)
                                .atEnd(StatefulJobTest::total)
                                .combine(combined)
                                .peers(1, peers))
                .task(
                        "write",
                        task -> task.output(Outputs.lines(out().toString())).peers(1, peers))
                .path("read", "add", "write")
                .build();
    }

    private void assertTotals() throws IOException {
        var expected = new ArrayList<String>();
        for (long key = 0; key < KEYS; key++) {
            long sum = 0;
            for (long number = key; number < COUNT; number += KEYS) {
                sum += number;
            }
            expected.add(key + " " + COUNT / KEYS + " " + sum);
        }
        assertWritten(expected);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void totalsLeaveTheTaskOnceInTheEnd(boolean combined) throws Exception {
        try (Cluster cluster = Cluster.local(3)) {
            cluster.run(totals(1, combined));
        }
        assertTotals();
    }

    @ParameterizedTest
    @CsvSource({"0, false", "1, false", "2, false", "1, true"})
    void totalsLeaveTheTaskOnceAlthoughAGroupCrashes(int crashed, boolean combined) throws Exception {
        Job job = totals(2, combined);
        try (Cluster cluster = Cluster.local(3, 2, Functions.onClassPath(), Allocation.PLANNED)) {
            cluster.submit(job);
            while (CALLS.get() < COUNT / 2) {
                Thread.onSpinWait();
            }
            cluster.crash(cluster.groups().get(crashed));
            assertThat(cluster.await(job.id(), Duration.ofMinutes(2))).isInstanceOf(Outcome.Completed.class);
        }
        assertTotals();
    }

    /** Waits with the first total until the job is told to stop. */
    public static String heldTotal(long key, @State("total") LongTotal total) throws InterruptedException {
        GIVING.countDown();
        STOPPING.await();
        return total(key, total);
    }

    /** The last checkpoint is complete all the same, and the totals with it. */
    @Test
    void totalsOfAJobThatIsStoppedWhileItGivesThemAreGivenOnce() throws Exception {
        Job job = Job.named("held")
                .checkpoint(Duration.ofMillis(100))
                .input("read", Inputs.numbers(COUNT))
                .task(
                        "add",
                        task -> task.accumulate(StatefulJobTest::add)
                                .groupBy(StatefulJobTest::key)
                                .atEnd(StatefulJobTest::heldTotal)
                                .tuned(tuning -> tuning.blocking(true)))
                .output("write", Outputs.lines(out().toString()))
                .path("read", "add", "write")
                .build();
        try (Cluster cluster = Cluster.local(3)) {
            cluster.submit(job);
            GIVING.await();
            assertThat(cluster.client().stop(job.id()).verdict()).isEqualTo(Receipt.Verdict.DONE);
            STOPPING.countDown();
            assertThat(cluster.await(job.id(), Duration.ofMinutes(2))).isInstanceOf(Outcome.Stopped.class);
            Resumed resumed = cluster.client().resume(job.id());
            assertThat(cluster.await(resumed.job(), Duration.ofMinutes(2))).isInstanceOf(Outcome.Completed.class);
        }
        assertTotals();
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

    private void assertEveryNumberOfEveryKeyOnce() throws IOException {
        assertEveryNumberOfEveryKeyOnce(COUNT);
    }

    private void assertEveryNumberOfEveryKeyOnce(int count) throws IOException {
        var expected = new ArrayList<String>();
        for (int key = 0; key < KEYS; key++) {
            for (int i = 1; i <= count / KEYS; i++) {
                expected.add(key + " " + i);
            }
        }
        assertWritten(expected);
    }

    /** Sorts, as AssertJ compares lists of any order each with each. */
    private void assertWritten(List<String> expected) throws IOException {
        assertThat(files().stream().flatMap(StatefulJobTest::lines).sorted())
                .containsExactlyElementsOf(expected.stream().sorted().toList());
    }

    private void awaitResults() throws IOException {
        while (files().stream().noneMatch(file -> file.toString().matches(".*\\.txt(\\.growing)?"))) {
            Thread.onSpinWait();
        }
    }

    @Test
    void resumedJobGoesOnWithItsState() throws Exception {
        Job job = job(5 * COUNT, 7, 2, Flux.CONTINUE);
        try (Cluster cluster = Cluster.local(2, 3, Functions.onClassPath(), Allocation.PLANNED)) {
            cluster.submit(job);
            awaitResults();
            cluster.client().stop(job.id());
            assertThat(cluster.await(job.id(), Duration.ofMinutes(2))).isInstanceOf(Outcome.Stopped.class);
            assertThat(CALLS.get()).isLessThan(5 * COUNT);
            var resumed = cluster.client().resume(job.id());
            assertThat(cluster.await(resumed.job(), Duration.ofMinutes(2))).isInstanceOf(Outcome.Completed.class);
        }
        assertThat(CALLS.get()).as("nothing comes again").isEqualTo(5 * COUNT);
        assertEveryNumberOfEveryKeyOnce(5 * COUNT);
    }

    @Test
    void jobResumedFromANamedCheckpointHasTheStateOfThatTime() throws Exception {
        Job job = job(5 * COUNT, 7, 1, Flux.CONTINUE);
        try (Cluster cluster = Cluster.local(3)) {
            Client client = cluster.client();
            cluster.submit(job);
            awaitResults();
            assertThat(client.keepCheckpoint(job.id(), "early").verdict()).isEqualTo(Receipt.Verdict.DONE);
            long early = counted(client, job.id());
            while (CALLS.get() <= early) {
                Thread.onSpinWait();
            }
            client.stop(job.id());
            assertThat(cluster.await(job.id(), Duration.ofMinutes(2))).isInstanceOf(Outcome.Stopped.class);
            long before = CALLS.get();
            Resumed resumed = client.resume(job.id(), "early");
            assertThat(cluster.await(resumed.job(), Duration.ofMinutes(2))).isInstanceOf(Outcome.Completed.class);
            assertThat(CALLS.get() - before)
                    .as("all behind the named checkpoint comes again, not only what is behind the last")
                    .isGreaterThan(5 * COUNT - before);
            assertThat(counted(client, resumed.job())).as("in state").isEqualTo(5 * COUNT);
        }
    }

    /**
     * Whatever job goes on: one without times to live has all; one that has them anew, too, since that counts as
     * written when it is loaded; and one with a short one begins again.
     */
    @Test
    void timesToLiveAreSwitchedOnAndOffFromJobToJob() throws Exception {
        try (Cluster cluster = Cluster.local(3)) {
            Client client = cluster.client();
            JobId first = stopped(cluster, null, living(null));
            JobId second = stopped(cluster, first, living(Duration.ofHours(1)));
            JobId third = stopped(cluster, second, living(null));
            assertThat(counted(client, third)).as("nothing has expired").isEqualTo(CALLS.get());
            JobId fourth = stopped(cluster, third, living(Duration.ofHours(1)));
            assertThat(counted(client, fourth)).as("nothing has expired").isEqualTo(CALLS.get());
            long before = CALLS.get();
            Instant written = Instant.now();
            while (Instant.now().isBefore(written.plusMillis(2))) {
                Thread.onSpinWait();
            }
            Resumed last = client.resume(fourth, living(Duration.ofMillis(1)));
            assertThat(cluster.await(last.job(), Duration.ofMinutes(2))).isInstanceOf(Outcome.Completed.class);
            assertThat(counted(client, last.job()))
                    .as("all of before has expired")
                    .isLessThanOrEqualTo(CALLS.get() - before);
        }
    }

    /** How often a key has come so far, by a list that has all. */
    public static String listed(long number, @State("all") Items<Long> all) {
        LockSupport.parkNanos(20_000);
        all.add(number);
        return key(number) + " " + all.size();
    }

    @Test
    void jobWhoseStateIsTooLargeIsKilledAndGoesOnWithMoreMemory() throws Exception {
        Job job = job(3 * COUNT, 1, 1, task -> task.function(StatefulJobTest::listed));
        try (Cluster cluster = Cluster.local(3)) {
            cluster.submit(job);
            awaitResults();
            cluster.stateBytes(1_000);
            assertThat(cluster.await(job.id(), Duration.ofMinutes(2)))
                    .isInstanceOfSatisfying(
                            Outcome.Failed.class,
                            failed -> assertThat(failed.cause())
                                    .contains(
                                            "beyond its bound of 1000 bytes",
                                            "state all of task count of job numbered has"));
            cluster.stateBytes(1 << 30);
            Resumed resumed = cluster.client().resume(job.id());
            assertThat(cluster.await(resumed.job(), Duration.ofMinutes(2))).isInstanceOf(Outcome.Completed.class);
        }
        deletePrepared(job.id());
        assertEveryNumberOfEveryKeyOnce(3 * COUNT);
    }

    /**
     * Deletes what a killed job has prepared for a checkpoint that was never complete: nobody may read it, and it
     * stays, as another job may go on from another checkpoint.
     */
    private void deletePrepared(JobId job) throws IOException {
        for (Path file : files()) {
            String name = file.getFileName().toString();
            if (name.endsWith(".prepared")) {
                assertThat(name).startsWith(job.text() + ".");
                Files.delete(file);
                System.out.println("left prepared: " + name);
            }
        }
    }

    /** Number by number a millisecond later, so a key comes again after {@link #KEYS} of them. */
    public static long happened(long number) {
        return number;
    }

    /** Had time gone on where others go back to a checkpoint, rows written anew would be younger than they are. */
    @ParameterizedTest
    @CsvSource({"500, 0", "500, 1", "500, 2", "1500, 1"})
    void stateExpiresByTheTimeOfSegmentsWhateverDies(int ttlMillis, int crashed) throws Exception {
        Job job = job(
                COUNT,
                1,
                1,
                task -> task.ttl("seen", Duration.ofMillis(ttlMillis))
                        .ttl("total", Duration.ofMillis(ttlMillis))
                        .eventTime(StatefulJobTest::happened));
        try (Cluster cluster = Cluster.local(3, 2)) {
            cluster.submit(job);
            awaitResults();
            cluster.crash(cluster.groups().get(crashed));
            assertThat(cluster.await(job.id(), Duration.ofMinutes(2))).isInstanceOf(Outcome.Completed.class);
        }
        if (ttlMillis > KEYS) {
            assertEveryNumberOfEveryKeyOnce();
        } else {
            assertWritten(LongStream.range(0, COUNT)
                    .mapToObj(number -> key(number) + " 1")
                    .toList());
        }
    }

    private Job living(@Nullable Duration ttl) {
        return job(
                5 * COUNT,
                7,
                1,
                task -> ttl == null ? task : task.ttl("seen", ttl).ttl("total", ttl));
    }

    private JobId stopped(Cluster cluster, @Nullable JobId before, Job job) throws Exception {
        long called = CALLS.get();
        JobId id = job.id();
        if (before == null) {
            cluster.submit(job);
        } else {
            id = cluster.client().resume(before, job).job();
        }
        while (CALLS.get() < called + COUNT / 2) {
            Thread.onSpinWait();
        }
        cluster.client().stop(id);
        assertThat(cluster.await(id, Duration.ofMinutes(2))).isInstanceOf(Outcome.Stopped.class);
        return id;
    }

    /** Sum of what is counted for all keys at the latest checkpoint. */
    private static long counted(Client client, JobId job) {
        var sum = new AtomicLong();
        client.state(
                job,
                TaskName.of("count"),
                each -> sum.addAndGet(((Number) each.states().getOrDefault("seen", 0)).longValue()));
        return sum.get();
    }

    @Test
    void everySegmentCountsOnce() throws Exception {
        try (Cluster cluster = Cluster.local(3)) {
            cluster.run(job(1, 1, Flux.CONTINUE));
        }
        assertEveryNumberOfEveryKeyOnce();
    }

    @ParameterizedTest
    @CsvSource({
        "PLANNED, 0, CONTINUE",
        "PLANNED, 1, RECOVER",
        "PLANNED, 2, CONTINUE",
        "VOLUNTEERED, 0, CONTINUE",
        "VOLUNTEERED, 1, RECOVER",
        "VOLUNTEERED, 2, CONTINUE"
    })
    void everySegmentCountsOnceAlthoughAGroupCrashes(Allocation allocation, int crashed, Flux flux) throws Exception {
        Job job = job(7, 2, flux);
        try (Cluster cluster = Cluster.local(3, 2, Functions.onClassPath(), allocation)) {
            cluster.submit(job);
            awaitResults();
            cluster.crash(cluster.groups().get(crashed));
            assertThat(cluster.await(job.id(), Duration.ofMinutes(2))).isInstanceOf(Outcome.Completed.class);
        }
        assertThat(CALLS.get()).as("it went back to a checkpoint").isGreaterThanOrEqualTo(COUNT);
        assertEveryNumberOfEveryKeyOnce();
    }
}
