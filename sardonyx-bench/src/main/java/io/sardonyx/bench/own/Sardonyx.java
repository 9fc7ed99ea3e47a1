package io.sardonyx.bench.own;

import io.sardonyx.Cluster;
import io.sardonyx.bench.pair.Both;
import io.sardonyx.bench.race.Contender;
import io.sardonyx.bench.work.Board;
import io.sardonyx.bench.work.Events;
import io.sardonyx.bench.work.Lines;
import io.sardonyx.bench.work.Outcome;
import io.sardonyx.bench.work.Segments;
import io.sardonyx.bench.work.Trial;
import io.sardonyx.bench.work.Workload;
import io.sardonyx.job.Call;
import io.sardonyx.job.Job;
import io.sardonyx.job.JobBuilder;
import io.sardonyx.job.Tuning;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;

/** Our own engine: tasks are never fused, and everything is acknowledged. */
public final class Sardonyx implements Contender {

    private static final int PEERS = 5;
    private static final String SEGMENT_ROOTS = "segment-roots";
    private static final String HERE = "io.sardonyx.bench.own.";

    private @Nullable Cluster cluster;
    private @Nullable Both both;
    private @Nullable String wireOfBoth;
    private int jobs;

    @Override
    public String name() {
        return "sardonyx";
    }

    @Override
    public String version() {
        return "this";
    }

    @Override
    public List<String> variants(Workload workload) {
        return switch (workload) {
            case W4 -> List.of("batch-roots", SEGMENT_ROOTS);
            case W7 -> List.of("tcp", "aeron");
            default -> List.of("unfused");
        };
    }

    @Override
    public void open(Workload workload) {
        if (workload != Workload.W7) {
            cluster = Cluster.local(PEERS);
        }
    }

    @Override
    public Outcome run(Trial trial) throws InterruptedException, IOException {
        if (trial.workload() == Workload.W7) {
            return over(trial.variant()).run(trial);
        }
        if (cluster == null) {
            throw new IllegalStateException("not open");
        }
        Board.clear();
        var ended = new CountDownLatch(trial.workload() == Workload.W2 ? 2 : 1);
        cluster.provide("trial", trial).provide("ended", ended);
        cluster.run(job(trial));
        ended.await();
        return Board.outcome();
    }

    /** Two processes, one pair of them at a time. */
    private Both over(String wire) throws IOException {
        if (both == null || !wire.equals(wireOfBoth)) {
            if (both != null) {
                both.close();
            }
            both = Both.start(
                    SardonyxHalf.class,
                    List.of(
                            "-D" + SardonyxHalf.WIRE + "=" + wire,
                            "--add-exports=java.base/jdk.internal.misc=ALL-UNNAMED"));
            wireOfBoth = wire;
        }
        return both;
    }

    private Job job(Trial trial) {
        JobBuilder job = Job.named("trial-" + jobs++);
        return switch (trial.workload()) {
            case W1, W4, W6 -> events(job, trial);
            case W1M -> segments(job);
            case W2 -> words(job);
            case W5 -> paced(job);
            case W7 -> throw new IllegalArgumentException("one process only");
        };
    }

    private static Job events(JobBuilder job, Trial trial) {
        return job.task(
                        "read",
                        task -> task.input(Call.to(HERE + "Numbered::events"))
                                .tuned(tuning -> trial.variant().equals(SEGMENT_ROOTS) ? bySegment(tuning) : tuning)
                                .peers(1))
                .task("map", task -> task.function(Events::map).peers(1))
                .task("keep", task -> task.function(Events::isKept).peers(1))
                .task(
                        "count",
                        task -> task.output(Call.to(HERE + "Tallied::events")).peers(1))
                .path("read", "map", "keep", "count")
                .build();
    }

    private static Tuning bySegment(Tuning tuning) {
        return tuning.with(Tuning.Roots.SEGMENT).pending(4_096, Duration.ofSeconds(60));
    }

    private static Job segments(JobBuilder job) {
        return job.task(
                        "read",
                        task -> task.input(Call.to(HERE + "Numbered::segments")).peers(1))
                .task("map", task -> task.function(Segments::map).peers(1))
                .task("keep", task -> task.function(Segments::isKept).peers(1))
                .task(
                        "count",
                        task -> task.output(Call.to(HERE + "Tallied::segments")).peers(1))
                .path("read", "map", "keep", "count")
                .build();
    }

    private static Job words(JobBuilder job) {
        return job.task(
                        "read",
                        task -> task.input(Call.to(HERE + "Numbered::lines")).peers(1))
                .task("split", task -> task.function(Lines::split).peers(1))
                .task(
                        "count",
                        task -> task.function(Call.to(HERE + "Counting::count"))
                                .groupBy(Counting::word)
                                .peers(2))
                .lifecycle("count", Call.to(HERE + "Counting::lifecycle"))
                .path("read", "split", "count")
                .build();
    }

    private static Job paced(JobBuilder job) {
        return job.task(
                        "read",
                        task -> task.input(Call.to(HERE + "Numbered::paced")).peers(1))
                .task("map", task -> task.function(Events::map).peers(1))
                .task(
                        "running",
                        task -> task.function(Call.to(HERE + "Counting::next"))
                                .groupBy(Events::userId)
                                .peers(2))
                .task(
                        "count",
                        task -> task.output(Call.to(HERE + "Tallied::running")).peers(1))
                .lifecycle("running", Call.to(HERE + "Counting::lifecycle"))
                .path("read", "map", "running", "count")
                .build();
    }

    @Override
    public void close() {
        if (cluster != null) {
            cluster.close();
        }
        if (both != null) {
            both.close();
        }
    }
}
