package io.sardonyx;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sardonyx.client.CannotResume;
import io.sardonyx.client.Client;
import io.sardonyx.client.JobStatus;
import io.sardonyx.client.Outcome;
import io.sardonyx.client.Receipt;
import io.sardonyx.client.Resumed;
import io.sardonyx.client.admin.AdminClient;
import io.sardonyx.client.admin.JobResumption;
import io.sardonyx.connect.Inputs;
import io.sardonyx.connect.Outputs;
import io.sardonyx.function.FunctionLoader;
import io.sardonyx.job.BadJob;
import io.sardonyx.job.Fault;
import io.sardonyx.job.Job;
import io.sardonyx.job.JobBuilder;
import io.sardonyx.report.TaskReport;
import io.sardonyx.report.Waiting;
import io.sardonyx.state.LongTotal;
import io.sardonyx.state.State;
import io.sardonyx.state.Value;
import io.sardonyx.value.JobId;
import io.sardonyx.value.TaskName;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which state a resumed job takes over. Public, since jobs name methods. */
public class ResumedStateTest {

    private static final int COUNT = 40_000;
    private static final int KEYS = 100;
    private static final Duration LONG = Duration.ofMinutes(2);
    private static final Job.Resuming RESUME =
            Job.Resuming.NONE.task("recount", "count").fresh("recount/first").dropped("count/last");
    private static final AtomicLong CALLS = new AtomicLong();

    @TempDir
    private Path directory;

    @BeforeEach
    void nothingCalled() {
        CALLS.set(0);
    }

    public static long key(long number) {
        return number % KEYS;
    }

    public static void count(long number, @State("seen") LongTotal seen, @State("last") Value<Long> last) {
        CALLS.incrementAndGet();
        LockSupport.parkNanos(20_000);
        seen.add(1);
        last.set(number);
    }

    /** What has become of it: {@code last} is gone, and {@code first} is new. */
    public static void countOn(long number, @State("first") Value<Long> first, @State("seen") LongTotal seen) {
        CALLS.incrementAndGet();
        LockSupport.parkNanos(20_000);
        seen.add(1);
        if (first.get() == null) {
            first.set(number);
        }
    }

    private Job before() {
        return before(Duration.ofMillis(100));
    }

    private Job before(Duration every) {
        return Job.named("counted")
                .checkpoint(every)
                .input("read", Inputs.numbers(COUNT))
                .task(
                        "count",
                        task -> task.accumulate(ResumedStateTest::count)
                                .groupBy(ResumedStateTest::key)
                                .peers(1))
                .output("write", Outputs.lines(directory.resolve("out").toString()))
                .path("read", "count", "write")
                .build();
    }

    private Job after(Job.Resuming resume) {
        return after(Duration.ofMillis(100), resume);
    }

    private Job after(Duration every, Job.Resuming resume) {
        return builder(every, resume).build();
    }

    private JobBuilder builder(Duration every, Job.Resuming resume) {
        return Job.named("recounted")
                .checkpoint(every)
                .input("read", Inputs.numbers(COUNT))
                .task(
                        "recount",
                        task -> task.accumulate(ResumedStateTest::countOn)
                                .groupBy(ResumedStateTest::key)
                                .peers(1))
                .output("write", Outputs.lines(directory.resolve("out").toString()))
                .path("read", "recount", "write")
                .resume(resume);
    }

    private Job after() {
        return after(RESUME);
    }

    private static JobId stopped(Cluster cluster, Job job) throws Exception {
        cluster.submit(job);
        while (CALLS.get() < COUNT / 4) {
            Thread.onSpinWait();
        }
        cluster.client().stop(job.id());
        assertThat(cluster.await(job.id(), LONG)).isInstanceOf(Outcome.Stopped.class);
        assertThat(CALLS.get()).isLessThan(COUNT);
        return job.id();
    }

    private static TreeMap<String, Number> sums(Client client, JobId job, String task) {
        var sums = new TreeMap<String, Number>();
        client.state(
                job,
                TaskName.of(task),
                each -> each.states().forEach((state, value) -> {
                    long some = value instanceof Map<?, ?> total ? (Long) total.get("count") : 1;
                    sums.merge(state, some, (one, other) -> one.longValue() + other.longValue());
                }));
        return sums;
    }

    @Test
    void stateGoesToTheTaskThatTakesItAndTheRestIsDroppedOrBegun() throws Exception {
        try (Cluster cluster = Cluster.local(3)) {
            Client client = cluster.client();
            JobId old = stopped(cluster, before());
            Resumed resumed = client.resume(old, after());
            assertThat(cluster.await(resumed.job(), LONG)).isInstanceOf(Outcome.Completed.class);
            assertThat(CALLS.get()).as("nothing comes again").isEqualTo(COUNT);
            assertThat(sums(client, resumed.job(), "recount"))
                    .containsEntry("seen", (long) COUNT)
                    .containsEntry("first", (long) KEYS)
                    .doesNotContainKey("last");
        }
    }

    @Test
    void whatIsLeftOverIsRefusedAllAtOnceAndNothingIsSubmitted() throws Exception {
        try (Cluster cluster = Cluster.local(3)) {
            Client client = cluster.client();
            JobId old = stopped(cluster, before());
            assertThatThrownBy(() -> client.resume(old, after(Job.Resuming.NONE)))
                    .isInstanceOfSatisfying(
                            BadJob.class,
                            bad -> assertThat(bad.faults())
                                    .extracting(Fault::what)
                                    .hasSize(4)
                                    .anyMatch(what -> what.startsWith("takes state first, which checkpoint"))
                                    .anyMatch(what -> what.contains("state count/last of checkpoint")));
            assertThat(client.jobs()).hasSize(1);
            assertThatThrownBy(() -> client.submit(after(Job.Resuming.NONE.dropped("count"))))
                    .isInstanceOf(BadJob.class)
                    .hasMessageContaining("the job goes on from no other one");
            assertThatThrownBy(() -> cluster.submit(after(Job.Resuming.NONE.dropped("count"))))
                    .isInstanceOf(BadJob.class)
                    .hasMessageContaining("the job goes on from no other one");
            assertThat(client.jobs()).hasSize(1);
        }
    }

    /** What the first resumption says of the old job's state does not count for the second. */
    @Test
    void jobThatTookStateOverIsResumedWithItsOwn() throws Exception {
        try (Cluster cluster = Cluster.local(3)) {
            Client client = cluster.client();
            JobId old = stopped(cluster, before());
            JobId second = client.resume(old, after()).job();
            while (client.checkpoints(second).isEmpty()) {
                Thread.onSpinWait();
            }
            client.stop(second);
            assertThat(cluster.await(second, LONG)).isInstanceOf(Outcome.Stopped.class);
            Resumed third = client.resume(second);
            assertThat(third.receipt().verdict()).isEqualTo(Receipt.Verdict.DONE);
            assertThat(cluster.await(third.job(), LONG)).isInstanceOf(Outcome.Completed.class);
            assertThat(sums(client, third.job(), "recount")).containsEntry("seen", (long) COUNT);
        }
    }

    /** A job that died before its first checkpoint goes on from that of the job before, by what it said of that. */
    @Test
    void jobThatMadeNoCheckpointOfItsOwnIsResumedFromThatOfTheJobBefore() throws Exception {
        try (Cluster cluster = Cluster.local(3)) {
            Client client = cluster.client();
            JobId old = stopped(cluster, before());
            JobId second =
                    client.resume(old, after(Duration.ofHours(1), RESUME)).job();
            client.kill(second, "test", null);
            assertThat(client.checkpoints(second)).isEmpty();
            JobId third = client.resume(second).job();
            assertThat(cluster.await(third, LONG)).isInstanceOf(Outcome.Completed.class);
            assertThat(sums(client, third, "recount")).containsEntry("seen", (long) COUNT);
        }
    }

    /** A program without the classes of the job cannot check, so the peers do, and wait. */
    @Test
    void peersRefuseWhatNobodyCouldCheckBefore() throws Exception {
        try (Cluster cluster = Cluster.local(3);
                FunctionLoader nothing = FunctionLoader.in(List.of(), List.of())) {
            JobId old = stopped(cluster, before());
            JobResumption unknowing = AdminClient.of(cluster.client()).resumption(nothing);
            JobId none = unknowing
                    .resume(old, null, after(Job.Resuming.NONE.dropped("count")))
                    .job();
            assertThat(waiting(cluster, none)).contains("the task takes state first, which is not contained");
            cluster.client().kill(none, "test", null);
            Job.Resuming little = Job.Resuming.NONE.task("recount", "count").fresh("recount/first");
            JobId more = unknowing.resume(old, null, after(little)).job();
            assertThat(waiting(cluster, more)).contains("contains state last, which the task does not take");
            assertThat(cluster.client().checkpoints(more)).isEmpty();
        }
    }

    /** What a task of the job waits for, once it does; nothing if the job completes. */
    private static String waiting(Cluster cluster, JobId job) {
        while (cluster.client().jobs().stream()
                .noneMatch(status -> status.job().equals(job) && status.state() == JobStatus.State.COMPLETED)) {
            for (TaskReport report : cluster.report(job)) {
                Waiting waiting = report.waiting();
                if (waiting != null) {
                    return waiting.reason();
                }
            }
        }
        return "";
    }

    private static void start(Cluster cluster, Job job) {
        cluster.submit(job);
        while (CALLS.get() < COUNT / 4) {
            Thread.onSpinWait();
        }
    }

    @Test
    void runningJobIsReplacedByOneThatGoesOnFromItsLastCheckpoint() throws Exception {
        try (Cluster cluster = Cluster.local(3)) {
            Client client = cluster.client();
            Job old = before();
            start(cluster, old);
            Resumed resumed = client.replace(old.id(), after(), LONG);
            assertThat(resumed.job()).isEqualTo(JobId.of("counted-2"));
            assertThat(cluster.await(old.id(), LONG)).isInstanceOf(Outcome.Stopped.class);
            assertThat(cluster.await(resumed.job(), LONG)).isInstanceOf(Outcome.Completed.class);
            assertThat(CALLS.get()).as("nothing comes again").isEqualTo(COUNT);
            assertThat(sums(client, resumed.job(), "recount")).containsEntry("seen", (long) COUNT);
        }
    }

    @Test
    void jobGoesOnWhenItsReplacementIsRefused() throws Exception {
        try (Cluster cluster = Cluster.local(3)) {
            Client client = cluster.client();
            Job old = before();
            start(cluster, old);
            while (client.checkpoints(old.id()).isEmpty()) {
                Thread.onSpinWait();
            }
            assertThatThrownBy(() -> client.replace(old.id(), after(Job.Resuming.NONE), LONG))
                    .isInstanceOf(BadJob.class)
                    .hasMessageContaining("resume: {dropped: [\"count/last\"]}");
            Job large = builder(Duration.ofHours(1), RESUME)
                    .metadata(Map.of("text", "x".repeat(9 << 20)))
                    .build();
            assertThatThrownBy(() -> client.replace(old.id(), large, LONG)).isInstanceOf(BadJob.class);
            assertThat(cluster.await(old.id(), LONG)).isInstanceOf(Outcome.Completed.class);
            assertThat(client.jobs()).hasSize(1);
        }
    }

    /** Before its first checkpoint nobody knows what state it has. */
    @Test
    void stoppedJobCanBeResumedWhenItsReplacementIsRefusedAfterwards() throws Exception {
        try (Cluster cluster = Cluster.local(3)) {
            Client client = cluster.client();
            Job old = before(Duration.ofHours(1));
            start(cluster, old);
            assertThatThrownBy(() -> client.replace(old.id(), after(Job.Resuming.NONE), LONG))
                    .isInstanceOfSatisfying(
                            CannotResume.class,
                            refused -> assertThat(refused.isStopped()).isTrue())
                    .hasMessageContaining("resume: {dropped: [\"count/last\"]}")
                    .hasMessageEndingWith("\nsardonyx job resume counted goes on with it as it was");
            assertThat(cluster.await(old.id(), LONG)).isInstanceOf(Outcome.Stopped.class);
            JobId second = client.resume(old.id()).job();
            assertThat(cluster.await(second, LONG)).isInstanceOf(Outcome.Completed.class);
            assertThat(CALLS.get()).as("nothing comes again").isEqualTo(COUNT);
        }
    }
}
