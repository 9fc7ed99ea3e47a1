package io.sardonyx.bench.jet;

import com.hazelcast.core.Hazelcast;
import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.instance.BuildInfoProvider;
import com.hazelcast.jet.JetService;
import com.hazelcast.jet.Job;
import com.hazelcast.jet.config.JobConfig;
import com.hazelcast.jet.config.ProcessingGuarantee;
import io.sardonyx.bench.pair.Both;
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
            case W1 -> List.of(UNFUSED, FUSED, UNFUSED + Trial.TWO, FUSED + Trial.TWO);
            case W2 -> List.of(UNFUSED, TWO_STAGE, UNFUSED + Trial.TWO, TWO_STAGE + Trial.TWO);
            case W4 -> List.of(UNFUSED, UNFUSED + Trial.TWO);
            case W1M, W5, W6 -> List.of(UNFUSED);
            case W7 -> List.of("2members", JetHalf.TWO_STAGE);
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
        } else {
            member = Hazelcast.newHazelcastInstance(Members.alone(THREADS));
        }
    }

    @Override
    public Outcome run(Trial trial) throws IOException {
        if (both != null) {
            return both.run(trial);
        }
        if (member == null) {
            throw new IllegalStateException("not open");
        }
        Board.clear();
        start(member.getJet(), trial).join();
        return Board.outcome();
    }

    private static Job start(JetService jet, Trial trial) {
        return switch (trial.workload()) {
            case W1, W6 ->
                trial.way().equals(FUSED)
                        ? jet.newJob(Pipelines.events(trial), plain())
                        : jet.newJob(Graphs.events(trial), plain());
            case W1M -> jet.newJob(Graphs.segments(trial), plain());
            case W2 ->
                trial.way().equals(TWO_STAGE)
                        ? jet.newJob(Pipelines.words(trial, Graphs.KEYED), plain())
                        : jet.newJob(Graphs.words(trial, Graphs.Reach.ONE_MEMBER), plain());
            case W4 -> jet.newJob(Graphs.events(trial), guaranteed());
            case W5 -> jet.newJob(Graphs.paced(trial), plain());
            case W7 -> throw new IllegalArgumentException("one member only");
        };
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
