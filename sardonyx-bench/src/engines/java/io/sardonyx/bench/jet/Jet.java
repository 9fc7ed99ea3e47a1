package io.sardonyx.bench.jet;

import com.hazelcast.core.Hazelcast;
import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.instance.BuildInfoProvider;
import com.hazelcast.jet.JetService;
import com.hazelcast.jet.Job;
import com.hazelcast.jet.config.JobConfig;
import com.hazelcast.jet.config.ProcessingGuarantee;
import io.sardonyx.bench.pair.Both;
import io.sardonyx.bench.pair.Failover;
import io.sardonyx.bench.race.Contender;
import io.sardonyx.bench.work.Board;
import io.sardonyx.bench.work.Outcome;
import io.sardonyx.bench.work.Trial;
import io.sardonyx.bench.work.Workload;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Hazelcast Jet. */
public final class Jet implements Contender {

    private static final int THREADS = 2;
    private static final int SNAPSHOT_MILLIS = 1_000;
    static final int SELDOM_SNAPSHOT_MILLIS = 5_000;
    private static final String UNFUSED = "unfused";
    private static final String FUSED = "fused";
    private static final String TWO_STAGE = "two-stage";

    private @Nullable HazelcastInstance member;
    private @Nullable Both both;

    @Override
    public String name() {
        return "jet";
    }

    @Override
    public String version() {
        return BuildInfoProvider.getBuildInfo().getVersion();
    }

    @Override
    public List<String> variants(Workload workload) {
        return switch (workload) {
            case W1 ->
                List.of(
                        UNFUSED,
                        FUSED,
                        UNFUSED + Trial.TWO,
                        FUSED + Trial.TWO,
                        Trial.EXACTLY_ONCE,
                        Trial.EXACTLY_ONCE + Trial.TWO);
            case W2 ->
                List.of(
                        UNFUSED,
                        TWO_STAGE,
                        UNFUSED + Trial.TWO,
                        TWO_STAGE + Trial.TWO,
                        Trial.EXACTLY_ONCE,
                        Trial.EXACTLY_ONCE + Trial.TWO);
            case W4 -> List.of(UNFUSED, UNFUSED + Trial.TWO);
            case W1M, W6 -> List.of(UNFUSED);
            case W5 -> List.of(UNFUSED, Trial.EXACTLY_ONCE);
            case W10 -> List.of(Trial.EXACTLY_ONCE);
            case W7 -> List.of("2members", JetHalf.TWO_STAGE);
            case W11 -> List.of("3members");
        };
    }

    /** What Hazelcast's own launcher says. */
    @Override
    public List<String> flags() {
        return List.of(
                "--add-modules=java.se",
                "--add-exports=java.base/jdk.internal.ref=ALL-UNNAMED",
                "--add-opens=java.base/java.lang=ALL-UNNAMED",
                "--add-opens=java.base/sun.nio.ch=ALL-UNNAMED",
                "--add-opens=java.management/sun.management=ALL-UNNAMED",
                "--add-opens=jdk.management/com.sun.management.internal=ALL-UNNAMED");
    }

    @Override
    public void open(Workload workload) throws IOException {
        if (workload == Workload.W7) {
            both = Both.start(JetHalf.class, flags());
        } else if (workload != Workload.W11) {
            member = Hazelcast.newHazelcastInstance(Members.alone(THREADS));
        }
    }

    @Override
    public Outcome run(Trial trial) throws IOException {
        if (both != null) {
            return both.run(trial);
        }
        if (trial.workload() == Workload.W11) {
            return Failover.run(JetHalf.class, flags(), trial);
        }
        if (member == null) {
            throw new IllegalStateException("not open");
        }
        Board.clear();
        start(member.getJet(), trial).join();
        return Board.outcome();
    }

    private static Job start(JetService jet, Trial trial) {
        JobConfig config = config(trial);
        return switch (trial.workload()) {
            case W1, W6 ->
                trial.way().equals(FUSED)
                        ? jet.newJob(Pipelines.events(trial), config)
                        : jet.newJob(Graphs.events(trial), config);
            case W1M -> jet.newJob(Graphs.segments(trial), config);
            case W2 ->
                trial.way().equals(TWO_STAGE)
                        ? jet.newJob(Pipelines.words(trial, Graphs.KEYED), config)
                        : jet.newJob(Graphs.words(trial, Graphs.Reach.ONE_MEMBER), config);
            case W4 -> jet.newJob(Graphs.events(trial), config);
            case W5 -> jet.newJob(Graphs.paced(trial), config);
            case W10 -> jet.newJob(Graphs.sums(trial), config);
            case W7, W11 -> throw new IllegalArgumentException("one member only");
        };
    }

    private static JobConfig config(Trial trial) {
        if (trial.isExactlyOnce()) {
            return exactlyOnce(trial.workload() == Workload.W10 ? SELDOM_SNAPSHOT_MILLIS : SNAPSHOT_MILLIS);
        }
        return trial.workload() == Workload.W4 ? guaranteed() : plain();
    }

    static JobConfig exactlyOnce(long snapshotMillis) {
        return plain().setProcessingGuarantee(ProcessingGuarantee.EXACTLY_ONCE)
                .setSnapshotIntervalMillis(snapshotMillis);
    }

    static JobConfig plain() {
        return new JobConfig().setMetricsEnabled(false);
    }

    private static JobConfig guaranteed() {
        return plain().setProcessingGuarantee(ProcessingGuarantee.AT_LEAST_ONCE)
                .setSnapshotIntervalMillis(SNAPSHOT_MILLIS);
    }

    @Override
    public void close() {
        if (member != null) {
            member.shutdown();
        }
        if (both != null) {
            both.close();
        }
    }
}
