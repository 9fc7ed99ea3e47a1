package io.sardonyx.bench.own;

import io.sardonyx.Cluster;
import io.sardonyx.bench.pair.Both;
import io.sardonyx.bench.pair.Failover;
import io.sardonyx.bench.race.Contender;
import io.sardonyx.bench.work.Additions;
import io.sardonyx.bench.work.Board;
import io.sardonyx.bench.work.Events;
import io.sardonyx.bench.work.Lines;
import io.sardonyx.bench.work.Outcome;
import io.sardonyx.bench.work.Segments;
import io.sardonyx.bench.work.TemporaryFiles;
import io.sardonyx.bench.work.Trial;
import io.sardonyx.bench.work.Workload;
import io.sardonyx.job.Call;
import io.sardonyx.job.Job;
import io.sardonyx.job.JobBuilder;
import io.sardonyx.job.MethodReference;
import io.sardonyx.job.Tuning;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;

/** Our own engine: tasks are never fused, and everything is acknowledged. */
public final class Sardonyx implements Contender {

    private static final int PEERS = 8;
    private static final String SEGMENT_ROOTS = "segment-roots";
    private static final String SINGLE_SEGMENTS = "batch-size-1";
    private static final String COMBINED = Trial.EXACTLY_ONCE + Trial.COMBINED;
    private static final Duration EACH_SECOND = Duration.ofSeconds(1);
    private static final Duration SELDOM = Duration.ofSeconds(5);
    private static final String HERE = "io.sardonyx.bench.own.";

    private @Nullable Cluster cluster;
    private @Nullable Both both;
    private @Nullable String wireOfBoth;
    private @Nullable Path state;
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
            case W1 -> List.of("unfused", "unfused" + Trial.TWO, Trial.EXACTLY_ONCE, Trial.EXACTLY_ONCE + Trial.TWO);
            case W2 ->
                List.of(
                        "unfused",
                        "unfused" + Trial.TWO,
                        Trial.EXACTLY_ONCE,
                        Trial.EXACTLY_ONCE + Trial.TWO,
                        COMBINED,
                        COMBINED + Trial.TWO);
            case W4 -> List.of("batch-roots", "batch-roots" + Trial.TWO, SEGMENT_ROOTS, SINGLE_SEGMENTS);
            case W5 -> List.of("unfused", Trial.EXACTLY_ONCE);
            case W7 -> List.of("tcp", "aeron", "tcp" + Trial.COMBINED);
            case W10 -> List.of(Trial.EXACTLY_ONCE);
            case W11 -> List.of("tcp");
            default -> List.of("unfused");
        };
    }

    @Override
    public void open(Workload workload) throws IOException {
        if (workload == Workload.W7 || workload == Workload.W11) {
            return;
        }
        Cluster opened = Cluster.local(PEERS);
        cluster = opened;
        if (workload == Workload.W10) {
            state = Files.createTempDirectory("sardonyx-bench");
            opened.state("file:" + state);
        }
    }

    @Override
    public Outcome run(Trial trial) throws InterruptedException, IOException {
        if (trial.workload() == Workload.W7) {
            return over(trial.way().replace(Trial.COMBINED, "")).run(trial);
        }
        if (trial.workload() == Workload.W11) {
            return Failover.run(SardonyxHalf.class, flags("tcp"), trial);
        }
        if (cluster == null) {
            throw new IllegalStateException("not open");
        }
        Board.clear();
        boolean byLifecycle = trial.workload() == Workload.W2 && !trial.isExactlyOnce();
        var ended = new CountDownLatch(byLifecycle ? 2 : 1);
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
            both = Both.start(SardonyxHalf.class, flags(wire));
            wireOfBoth = wire;
        }
        return both;
    }

    /** Aeron asks for the second. */
    private static List<String> flags(String wire) {
        return List.of("-D" + SardonyxHalf.WIRE + "=" + wire, "--add-exports=java.base/jdk.internal.misc=ALL-UNNAMED");
    }

    private Job job(Trial trial) {
        JobBuilder job = Job.named("trial-" + jobs++);
        if (trial.isExactlyOnce()) {
            job.checkpoint(trial.workload() == Workload.W10 ? SELDOM : EACH_SECOND);
        }
        return switch (trial.workload()) {
            case W1, W4, W6 -> chain(job, trial, "events", Events::map, Events::isKept);
            case W1M -> chain(job, trial, "segments", Segments::map, Segments::isKept);
            case W2 -> trial.isExactlyOnce() ? totals(job, trial) : words(job, trial.parallelism());
            case W5 -> paced(job, trial.isExactlyOnce());
            case W10 -> sums(job);
            case W7, W11 -> throw new IllegalArgumentException("one process only");
        };
    }

    /** @param kind what both input and output are called */
    private static <T> Job chain(
            JobBuilder job,
            Trial trial,
            String kind,
            MethodReference.Of1<T, T> map,
            MethodReference.Of1<T, Boolean> keep) {
        int peers = trial.parallelism();
        job.task("read", task -> task.input(Call.to(HERE + "Numbered::" + kind)).peers(peers))
                .task("map", task -> task.function(map).peers(peers))
                .task("keep", task -> task.function(keep).peers(peers))
                .task(
                        "count",
                        task -> task.output(Call.to(HERE + "Tallied::" + kind)).peers(peers))
                .path("read", "map", "keep", "count");
        if (trial.way().equals(SEGMENT_ROOTS)) {
            job.with("read", task -> task.tuned(Sardonyx::bySegment));
        }
        if (trial.way().equals(SINGLE_SEGMENTS)) {
            List.of("read", "map", "keep", "count")
                    .forEach(name -> job.with(name, task -> task.tuned(tuning -> tuning.batchesOf(1))));
        }
        return job.build();
    }

    private static Tuning bySegment(Tuning tuning) {
        return tuning.with(Tuning.Roots.SEGMENT).pending(4_096, Duration.ofSeconds(60));
    }

    private static Job words(JobBuilder job, int peers) {
        return job.task(
                        "read",
                        task -> task.input(Call.to(HERE + "Numbered::lines")).peers(peers))
                .task("split", task -> task.function(Lines::split).peers(peers))
                .task(
                        "count",
                        task -> task.function(Call.to(HERE + "Counting::count"))
                                .groupBy(Counting::word)
                                .peers(2))
                .lifecycle("count", Call.to(HERE + "Counting::lifecycle"))
                .path("read", "split", "count")
                .build();
    }

    /** As words, with counts in state, which come out at the end. */
    private static Job totals(JobBuilder job, Trial trial) {
        int peers = trial.parallelism();
        return job.task(
                        "read",
                        task -> task.input(Call.to(HERE + "Numbered::lines")).peers(peers))
                .task("split", task -> task.function(Lines::split).peers(peers))
                .task(
                        "total",
                        task -> task.accumulate(Totals::count)
                                .atEnd(Totals::atEnd)
                                .groupBy(Counting::word)
                                .combine(trial.isCombined())
                                .peers(2))
                .task(
                        "count",
                        task -> task.output(Call.to(HERE + "Tallied::counts")).peers(1))
                .path("read", "split", "total", "count")
                .build();
    }

    private static Job sums(JobBuilder job) {
        return job.task(
                        "read",
                        task -> task.input(Call.to(HERE + "Numbered::additions"))
                                .peers(1))
                .task(
                        "sum",
                        task -> task.function(Totals::sum)
                                .groupBy(Additions::key)
                                .peers(2))
                .task(
                        "count",
                        task -> task.output(Call.to(HERE + "Tallied::sums")).peers(1))
                .path("read", "sum", "count")
                .build();
    }

    private static Job paced(JobBuilder job, boolean inState) {
        job.task("read", task -> task.input(Call.to(HERE + "Numbered::paced")).peers(1))
                .task("map", task -> task.function(Events::map).peers(1))
                .task("running", task -> task.groupBy(Events::userId).peers(2))
                .task(
                        "count",
                        task -> task.output(Call.to(HERE + "Tallied::running")).peers(1))
                .path("read", "map", "running", "count");
        if (inState) {
            job.with("running", task -> task.function(Totals::next));
        } else {
            job.with("running", task -> task.function(Call.to(HERE + "Counting::next")))
                    .lifecycle("running", Call.to(HERE + "Counting::lifecycle"));
        }
        return job.build();
    }

    @Override
    public void close() {
        if (cluster != null) {
            cluster.close();
        }
        if (both != null) {
            both.close();
        }
        if (state != null) {
            TemporaryFiles.delete(state);
        }
    }
}
