package io.sardonyx;

import static org.assertj.core.api.Assertions.assertThat;

import io.sardonyx.TroubledBlobs.Trouble;
import io.sardonyx.answer.JobFigures;
import io.sardonyx.client.JobStatus;
import io.sardonyx.client.Outcome;
import io.sardonyx.client.Resumed;
import io.sardonyx.client.admin.AdminClient;
import io.sardonyx.connect.Inputs;
import io.sardonyx.connect.Outputs;
import io.sardonyx.job.Job;
import io.sardonyx.state.State;
import io.sardonyx.state.Value;
import io.sardonyx.value.JobId;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Stores of large state that give trouble under jobs: these wait, say for which file, and go on when it is repaired.
 * Public, since jobs name methods.
 */
@Timeout(300)
public class StateStoreTroubleTest {

    /* Too many for a manifest. */
    private static final int KEYS = 2_000;

    @TempDir
    private Path directory;

    @AfterEach
    void repair() {
        TroubledBlobs.make(Trouble.NONE);
    }

    public static long key(long number) {
        return number % KEYS;
    }

    /** How often a key has come so far. */
    public static String numbered(long number, @State("seen") Value<Long> seen) {
        LockSupport.parkNanos(20_000);
        long count = seen.or(0L) + 1;
        seen.set(count);
        return key(number) + " " + count;
    }

    private Job job() {
        return Job.named("numbered")
                .checkpoint(Duration.ofMillis(100))
                .task("read", task -> task.input(Inputs.numbers()).tuned(tuning -> tuning.batchesOf(16)))
                .task(
                        "count",
                        task -> task.function(StateStoreTroubleTest::numbered).groupBy(StateStoreTroubleTest::key))
                .output("write", Outputs.lines(out().toString()))
                .path("read", "count", "write")
                .build();
    }

    private Path out() {
        return directory.resolve("out");
    }

    private List<String> published() {
        if (!Files.isDirectory(out())) {
            return List.of();
        }
        var lines = new ArrayList<String>();
        try (Stream<Path> files = Files.list(out())) {
            for (Path file : files.filter(each -> each.toString().matches(".*\\.txt(\\.growing)?"))
                    .toList()) {
                lines.addAll(Files.readAllLines(file));
            }
        } catch (IOException movedMeanwhile) {
            return published();
        }
        return lines;
    }

    /** Waits for that many more results than there are. */
    private void awaitMore(int count) {
        int before = published().size();
        while (published().size() < before + count) {
            Thread.onSpinWait();
        }
    }

    /** What {@code job show} and {@code why} say that the task with state waits for, once it does. */
    private static String waiting(Cluster cluster, JobId job) {
        while (true) {
            assertThat(cluster.client().jobs())
                    .filteredOn(status -> status.job().equals(job))
                    .extracting(JobStatus::state)
                    .isSubsetOf(JobStatus.State.WAITING, JobStatus.State.RUNNING);
            JobFigures figures =
                    JobFigures.of(List.of(), AdminClient.of(cluster.client()).reports(job), System.currentTimeMillis());
            for (String wait : figures.waits()) {
                if (wait.startsWith("task count waits for ")) {
                    return wait;
                }
            }
            Thread.onSpinWait();
        }
    }

    private void stop(Cluster cluster, JobId job) throws Exception {
        cluster.client().stop(job);
        assertThat(cluster.await(job, Duration.ofMinutes(2))).isInstanceOf(Outcome.Stopped.class);
    }

    /** Those of the first numbers, as many as there are. */
    private void assertEachCountedOnce() {
        List<String> published = published();
        var expected = new ArrayList<String>();
        for (long number = 0; number < published.size(); number++) {
            expected.add(key(number) + " " + (number / KEYS + 1));
        }
        assertThat(published.stream().sorted())
                .containsExactlyElementsOf(expected.stream().sorted().toList());
    }

    @ParameterizedTest
    @CsvSource({"FULL, false, the disk is full", "FULL, true, the disk is full", "CLOSED, false, is not mounted"})
    void jobWhoseStateCannotBeStoredWaitsAndGoesOn(Trouble trouble, boolean later, String why) throws Exception {
        Job job = job();
        try (Cluster cluster = Cluster.local(3)) {
            cluster.state("troubled:" + directory);
            if (later) {
                cluster.submit(job);
                awaitMore(KEYS);
                TroubledBlobs.make(trouble);
            } else {
                TroubledBlobs.make(trouble);
                cluster.submit(job);
            }
            assertThat(waiting(cluster, job.id()))
                    .contains("the state of task count of job numbered cannot be read or written: ")
                    .containsPattern("state file state/numbered/count/\\d+-\\d+-0: .*" + why);
            TroubledBlobs.make(Trouble.NONE);
            awaitMore(KEYS);
            stop(cluster, job.id());
        }
        assertEachCountedOnce();
    }

    @ParameterizedTest
    @EnumSource(
            value = Trouble.class,
            names = {"MISSING", "CUT", "OTHER_END", "OTHER_FOOTER", "OTHER_ROWS"})
    void jobWhoseStateCannotBeLoadedWaitsAndGoesOn(Trouble trouble) throws Exception {
        Job job = job();
        try (Cluster cluster = Cluster.local(3)) {
            cluster.state("troubled:" + directory);
            cluster.submit(job);
            awaitMore(KEYS);
            stop(cluster, job.id());
            TroubledBlobs.make(trouble);
            Resumed resumed = cluster.client().resume(job.id());
            assertThat(waiting(cluster, resumed.job())).satisfies(said -> {
                assertThat(said).contains("the state of task count of job numbered-2 cannot be read or written: ");
                assertThat(said)
                        .containsPattern("state file state/numbered/count/\\d+-\\d+-0: it is (missing|too|dam)");
                assertThat(said).contains("put it back as it was written", "job resume numbered-2@NUMBER");
            });
            TroubledBlobs.make(Trouble.NONE);
            awaitMore(KEYS);
            stop(cluster, resumed.job());
        }
        assertEachCountedOnce();
    }
}
