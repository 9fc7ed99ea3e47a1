package io.sardonyx.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.sardonyx.Cluster;
import io.sardonyx.channel.ChannelLimits;
import io.sardonyx.client.admin.AdminClient;
import io.sardonyx.command.RewindJob;
import io.sardonyx.connect.Inputs;
import io.sardonyx.connect.Outputs;
import io.sardonyx.job.Call;
import io.sardonyx.job.ErrorPolicy;
import io.sardonyx.job.Job;
import io.sardonyx.job.JobBuilder;
import io.sardonyx.value.JobId;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What a registry says of jobs that do real work. */
@Timeout(120)
class MetersTest {

    private static final int NUMBERS = 1_000;
    private static final int BATCH = 50;
    private static final JobId COUNTED = JobId.of("counted");

    private final MeterRegistry registry = new SimpleMeterRegistry();
    private final Cluster cluster = Cluster.local(2, 3);
    private final Meters meters = Meters.of(cluster, registry);

    @AfterEach
    void closeAll() {
        meters.close();
        cluster.close();
    }

    private static JobBuilder job(String name) {
        return Job.named(name)
                .task("read", task -> task.input(Inputs.numbers(NUMBERS)).tuned(it -> it.batchesOf(BATCH)))
                .task("pick", task -> task.function(Chores::picky).onError(ErrorPolicy.SKIP))
                .task("double", task -> task.function(Chores::doubled).peers(2))
                .task("write", task -> task.output(Outputs.discard()))
                .path("read", "pick", "double", "write");
    }

    private double count(String name, String job, String task) {
        meters.refresh();
        FunctionCounter found =
                registry.find(name).tags("job", job, "task", task).functionCounter();
        return found == null ? 0 : found.count();
    }

    /** A job is over before each of its peers has come to its end and left what it did. */
    private void awaitEnd(String job, String task) {
        while (count("sardonyx.task.segments.in", job, task) == 0
                || gauge("sardonyx.task.peers", "job", job, "task", task) > 0) {
            LockSupport.parkNanos(1_000_000);
        }
    }

    private double gauge(String name, String... tags) {
        meters.refresh();
        Gauge found = registry.find(name).tags(tags).gauge();
        return found == null ? Double.NaN : found.value();
    }

    @Test
    void everySegmentIsCountedWhereItGoesInAndOut() throws InterruptedException {
        cluster.run(job("sums").build());
        for (String task : new String[] {"read", "pick", "double", "write"}) {
            awaitEnd("sums", task);
        }
        assertThat(count("sardonyx.task.segments.out", "sums", "read")).isEqualTo(NUMBERS);
        assertThat(count("sardonyx.task.segments.in", "sums", "pick")).isEqualTo(NUMBERS);
        assertThat(count("sardonyx.task.segments.skipped", "sums", "pick")).isEqualTo(NUMBERS / 10);
        assertThat(count("sardonyx.task.segments.out", "sums", "pick")).isEqualTo(NUMBERS * 9 / 10);
        assertThat(count("sardonyx.task.segments.in", "sums", "double")).isEqualTo(NUMBERS * 9 / 10);
        assertThat(count("sardonyx.task.segments.out", "sums", "double")).isEqualTo(NUMBERS * 9 / 5);
        assertThat(count("sardonyx.task.segments.in", "sums", "write")).isEqualTo(NUMBERS * 9 / 5);
        /* An input reads fewer segments at first, as long as it does not know how large they are, then several roots
        of a small batch size together. */
        assertThat(count("sardonyx.task.batches", "sums", "read"))
                .isBetween(1.0 * NUMBERS / ChannelLimits.SEGMENTS_TOGETHER, 2.0 + NUMBERS / BATCH);
        assertThat(count("sardonyx.task.roots.replayed", "sums", "read")).isZero();
    }

    @Test
    void whatHoldsUpAJobIsSeenWhileItDoes() throws InterruptedException {
        var release = new CountDownLatch(1);
        Consumer<Object> slow = segment -> {
            try {
                release.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        };
        cluster.provide("slow", slow);
        /* One peer each: all channels together hold fewer segments than roots may be pending. */
        Job stuck = Job.named("stuck")
                .task(
                        "read",
                        task -> task.input(Inputs.numbers())
                                .peers(1)
                                .tuned(it -> it.batchesOf(1).pending(100_000, Duration.ofHours(1))))
                .task("pass", task -> task.function(Chores::same).peers(1))
                .task(
                        "write",
                        task -> task.output(Outputs.callback("slow")).peers(1).tuned(it -> it.blocking(true)))
                .path("read", "pass", "write")
                .build();
        cluster.submit(stuck);
        awaitGauge("sardonyx.task.output.full", 1, "read");
        awaitGauge("sardonyx.task.input.full", 1, "pass");
        assertThat(readAtRest()).isPositive();
        assertThat(gauge("sardonyx.task.peers", "job", "stuck", "task", "read")).isEqualTo(1);
        cluster.client().kill(stuck.id(), "test", "enough");
        release.countDown();
        cluster.await(stuck.id());
        awaitGauge("sardonyx.task.peers", 0, "read");
        awaitGauge("sardonyx.task.roots.pending", 0, "read");
    }

    /**
     * Segments that the stuck job has read once it reads no more: channels may be full for a moment before the last one
     * is, and the input goes on reading between two looks.
     */
    private double readAtRest() {
        double read;
        do {
            LockSupport.parkNanos(1_000_000);
            read = count("sardonyx.task.segments.out", "stuck", "read");
        } while (gauge("sardonyx.task.roots.pending", "job", "stuck", "task", "read") != read);
        return read;
    }

    @Test
    void aTaskThatWaitsForWhatIsAwayTellsForHowLong() {
        Job away = Job.named("away")
                .input("read", Inputs.numbers(NUMBERS))
                .output("write", Call.to("io.sardonyx.metrics.Chores::away"))
                .path("read", "write")
                .build();
        cluster.submit(away);
        double seconds;
        do {
            LockSupport.parkNanos(1_000_000);
            seconds = gauge("sardonyx.task.waiting.seconds", "job", "away", "task", "write");
        } while (Double.isNaN(seconds) || seconds == 0);
        assertThat(seconds).isPositive();
        assertThat(gauge("sardonyx.task.waiting.seconds", "job", "away", "task", "read"))
                .isZero();
    }

    /** A job with checkpoints and state that does not end by itself. */
    private static Job counted() {
        return Job.named("counted")
                .checkpoint(Duration.ofMillis(100))
                .task("read", task -> task.input(Inputs.numbers()).peers(1).tuned(it -> it.batchesOf(BATCH)))
                .task(
                        "add",
                        task -> task.accumulate(Chores::add)
                                .groupBy(Chores::key)
                                .atEnd(Chores::total)
                                .peers(1))
                .task("write", task -> task.output(Outputs.discard()).peers(1))
                .path("read", "add", "write")
                .build();
    }

    @Test
    void checkpointsAndStateAreSeenWhileTheJobRuns() {
        cluster.submit(counted());
        awaitPositive("sardonyx.task.checkpoint.number", "read");
        awaitPositive("sardonyx.task.checkpoint.bytes", "read");
        awaitPositive("sardonyx.task.checkpoint.age.seconds", "read");
        awaitPositive("sardonyx.task.checkpoint.seconds", "read");
        assertThat(ofCounted("sardonyx.task.checkpoint.number", "add")).isZero();
        awaitPositive("sardonyx.task.state.bytes", "add");
        while (gauge("sardonyx.task.state.keys", "job", "counted", "task", "add", "state", "sum") != Chores.KEYS) {
            LockSupport.parkNanos(1_000_000);
        }
        while (!(gauge("sardonyx.task.checkpoint.step.seconds", "job", "counted", "task", "read", "step", "entry")
                > 0)) {
            LockSupport.parkNanos(1_000_000);
        }
        awaitPositive("sardonyx.task.checkpoint.slowest.seconds", "read");
        assertThat(registry.find("sardonyx.task.checkpoint.slowest.seconds").gauges())
                .extracting(found -> found.getId().getTag("slowest"))
                .allMatch(slowest -> slowest.matches("task \\w+ in slot 0"));
    }

    @Test
    void rewindsAndWhatTheyTookBackAreSeen() {
        cluster.submit(counted());
        awaitPositive("sardonyx.task.checkpoint.number", "read");
        assertThat(ofCounted("sardonyx.task.checkpoint.rewinds", "read")).isZero();
        AdminClient client = AdminClient.of(cluster.client());
        int rewinds = 0;
        do { // a checkpoint may just have been complete
            long fence = client.replica().replica().jobs().live().get(COUNTED).version();
            client.append(new RewindJob(COUNTED, fence, "test"));
            rewinds++;
            while (ofCounted("sardonyx.task.checkpoint.rewinds", "read") != rewinds) {
                LockSupport.parkNanos(1_000_000);
            }
        } while (ofCounted("sardonyx.task.checkpoint.again.segments", "read") == 0);
        assertThat(ofCounted("sardonyx.task.checkpoint.again.seconds", "read")).isNotNegative();
    }

    @Test
    void whoKeepsTheCheckpointsNoMoreTellsNeitherAgeNorSteps() throws InterruptedException {
        cluster.submit(counted());
        awaitPositive("sardonyx.task.checkpoint.age.seconds", "read");
        cluster.client().kill(COUNTED, "test", "enough");
        cluster.await(COUNTED);
        awaitEnd("counted", "read");
        assertThat(ofCounted("sardonyx.task.checkpoint.number", "read")).isPositive();
        assertThat(ofCounted("sardonyx.task.checkpoint.age.seconds", "read"))
                .as("nobody keeps them any more")
                .isZero();
        assertThat(registry.find("sardonyx.task.checkpoint.step.seconds").gauges())
                .isEmpty();
    }

    private double ofCounted(String name, String task) {
        return gauge(name, "job", "counted", "task", task);
    }

    private void awaitPositive(String name, String task) {
        while (!(ofCounted(name, task) > 0)) {
            LockSupport.parkNanos(1_000_000);
        }
    }

    private void awaitGauge(String name, double value, String task) {
        Gauge found;
        do {
            LockSupport.parkNanos(1_000_000);
            meters.refresh();
            found = registry.find(name).tags("job", "stuck", "task", task).gauge();
        } while (found == null || found.value() != value);
    }

    @Test
    void theProcessAndItsGroupsAreSeen() throws InterruptedException {
        cluster.run(job("some").build());
        assertThat(gauge("sardonyx.sessions", "state", "held")).isEqualTo(2);
        assertThat(gauge("sardonyx.sessions", "state", "suspended")).isZero();
        assertThat(gauge("sardonyx.sessions", "state", "lost")).isZero();
        assertThat(gauge("sardonyx.cluster.members")).isEqualTo(2);
        while (gauge("sardonyx.log.position")
                < AdminClient.of(cluster.client()).replica().position()) {
            Thread.onSpinWait();
        }
        while (gauge("sardonyx.outbox.commands") > 0) {
            Thread.onSpinWait();
        }
        assertThat(registry.get("sardonyx.wire.refusals").functionCounter().count())
                .isZero();
    }

    @Test
    void theLastHundredJobsThatEndedStayAndNoMore() throws InterruptedException {
        for (int i = 0; i < 110; i++) {
            cluster.run(Job.named("job-" + i)
                    .input("read", Inputs.numbers(1))
                    .output("write", Outputs.discard())
                    .path("read", "write")
                    .build());
        }
        cluster.run(job("last").build());
        awaitEnd("last", "write");
        int least = 4 + 2 * 99;
        while (registry.get("sardonyx.task.segments.in").meters().size() < least) {
            meters.refresh(); // a group may still be about to tell what its last peers did
        }
        assertThat(registry.get("sardonyx.task.segments.in").meters()).hasSizeBetween(least, 4 + 2 * 101);
        assertThat(registry.find("sardonyx.task.segments.in")
                        .tag("job", "job-0")
                        .meters())
                .isEmpty();
        assertThat(count("sardonyx.task.segments.in", "last", "write")).isEqualTo(NUMBERS * 9 / 5);
    }

    @Test
    void nothingStaysBehindWhenItIsClosed() throws InterruptedException {
        cluster.run(job("gone").build());
        meters.refresh();
        assertThat(registry.getMeters()).isNotEmpty();
        meters.close();
        meters.refresh();
        assertThat(registry.getMeters()).extracting(Meter::getId).isEmpty();
    }
}
