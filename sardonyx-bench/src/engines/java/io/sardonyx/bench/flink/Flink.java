package io.sardonyx.bench.flink;

import io.sardonyx.bench.pair.Both;
import io.sardonyx.bench.race.Contender;
import io.sardonyx.bench.work.Board;
import io.sardonyx.bench.work.Outcome;
import io.sardonyx.bench.work.TemporaryFiles;
import io.sardonyx.bench.work.Trial;
import io.sardonyx.bench.work.Workload;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.JobManagerOptions;
import org.apache.flink.configuration.MemorySize;
import org.apache.flink.configuration.RestOptions;
import org.apache.flink.configuration.StateBackendOptions;
import org.apache.flink.configuration.TaskManagerOptions;
import org.apache.flink.core.execution.CheckpointingMode;
import org.apache.flink.runtime.jobgraph.JobGraph;
import org.apache.flink.runtime.minicluster.MiniCluster;
import org.apache.flink.runtime.minicluster.MiniClusterConfiguration;
import org.apache.flink.runtime.util.EnvironmentInformation;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.jspecify.annotations.Nullable;

/** Apache Flink. */
public final class Flink implements Contender {

    private static final String UNFUSED = "unfused";
    private static final String FUSED = "fused";
    private static final String ROCKSDB = Trial.EXACTLY_ONCE + "-rocksdb";
    private static final String HOST = "localhost";
    private static final int SLOTS = 4;
    private static final int NETWORK_MEBIBYTES = 256;
    /** Of all slots; outside of the heap, and used by RocksDB only. */
    private static final int MANAGED_MEBIBYTES = 1_024;

    private static final long CHECKPOINT_MILLIS = 1_000;
    private static final long SELDOM_CHECKPOINT_MILLIS = 5_000;
    private static final long BUFFER_MILLIS = 1;

    private @Nullable MiniCluster cluster;
    private @Nullable Path checkpoints;
    private @Nullable Both both;

    @Override
    public String name() {
        return "flink";
    }

    @Override
    public String version() {
        return EnvironmentInformation.getVersion();
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
            case W2 -> List.of(FUSED, FUSED + Trial.TWO, Trial.EXACTLY_ONCE, Trial.EXACTLY_ONCE + Trial.TWO);
            case W4 -> List.of(UNFUSED, UNFUSED + Trial.TWO);
            case W6 -> List.of(UNFUSED);
            case W5 -> List.of("buf1", Trial.EXACTLY_ONCE);
            case W1M, W11 -> List.of();
            case W7 -> List.of("2taskmanagers");
            case W10 -> List.of(Trial.EXACTLY_ONCE, ROCKSDB);
        };
    }

    /** What Flink's own scripts say, as far as the work needs it. */
    @Override
    public List<String> flags() {
        return List.of(
                "--add-opens=java.base/java.lang=ALL-UNNAMED",
                "--add-opens=java.base/java.util=ALL-UNNAMED",
                "--add-opens=java.base/java.time=ALL-UNNAMED",
                "--add-opens=java.base/java.util.concurrent=ALL-UNNAMED");
    }

    @Override
    public void open(Workload workload) throws Exception {
        if (workload == Workload.W7) {
            both = Both.start(FlinkHalf.class, flags());
            return;
        }
        if (workload == Workload.W10) {
            checkpoints = Files.createTempDirectory("sardonyx-bench");
        }
        cluster = new MiniCluster(new MiniClusterConfiguration.Builder()
                .setConfiguration(configuration())
                .setNumTaskManagers(1)
                .setNumSlotsPerTaskManager(SLOTS)
                .setCommonBindAddress(HOST)
                .build());
        cluster.start();
    }

    /** On this machine only, at ports that are free. */
    static Configuration configuration() {
        var configuration = new Configuration();
        configuration.set(JobManagerOptions.ADDRESS, HOST);
        configuration.set(JobManagerOptions.BIND_HOST, HOST);
        configuration.set(TaskManagerOptions.HOST, HOST);
        configuration.set(TaskManagerOptions.BIND_HOST, HOST);
        configuration.set(RestOptions.BIND_ADDRESS, HOST);
        configuration.set(RestOptions.ADDRESS, HOST);
        configuration.set(RestOptions.BIND_PORT, "0");
        var network = MemorySize.ofMebiBytes(NETWORK_MEBIBYTES);
        configuration.set(TaskManagerOptions.NETWORK_MEMORY_MIN, network);
        configuration.set(TaskManagerOptions.NETWORK_MEMORY_MAX, network);
        configuration.set(TaskManagerOptions.MANAGED_MEMORY_SIZE, MemorySize.ofMebiBytes(MANAGED_MEBIBYTES));
        return configuration;
    }

    @Override
    public Outcome run(Trial trial) throws Exception {
        if (both != null) {
            return both.run(trial);
        }
        if (cluster == null) {
            throw new IllegalStateException("not open");
        }
        Board.clear();
        cluster.executeJobBlocking(plan(trial, checkpoints));
        return Board.outcome();
    }

    /** @param checkpoints where they are written to; null for memory */
    static JobGraph plan(Trial trial, @Nullable Path checkpoints) {
        var configuration = new Configuration();
        if (checkpoints != null) {
            configuration.set(CheckpointingOptions.CHECKPOINT_STORAGE, "filesystem");
            configuration.set(
                    CheckpointingOptions.CHECKPOINTS_DIRECTORY,
                    checkpoints.toUri().toString());
        }
        if (trial.way().equals(ROCKSDB)) {
            configuration.set(StateBackendOptions.STATE_BACKEND, "rocksdb");
            configuration.set(CheckpointingOptions.INCREMENTAL_CHECKPOINTS, true);
        }
        return environment(trial, configuration).getStreamGraph().getJobGraph();
    }

    private static StreamExecutionEnvironment environment(Trial trial, Configuration configuration) {
        var environment = new StreamExecutionEnvironment(configuration);
        environment.setParallelism(trial.parallelism());
        environment.getConfig().enableObjectReuse();
        if (isUnfused(trial)) {
            environment.disableOperatorChaining();
        }
        if (trial.isExactlyOnce()) {
            environment.enableCheckpointing(
                    trial.workload() == Workload.W10 ? SELDOM_CHECKPOINT_MILLIS : CHECKPOINT_MILLIS,
                    CheckpointingMode.EXACTLY_ONCE);
        }
        switch (trial.workload()) {
            case W1, W6 -> Flows.events(environment, trial);
            case W2 -> Flows.words(environment, trial);
            case W7 -> Flows.words(environment.setParallelism(FlinkHalf.MANAGERS), trial);
            case W4 -> {
                environment.enableCheckpointing(CHECKPOINT_MILLIS, CheckpointingMode.AT_LEAST_ONCE);
                Flows.events(environment, trial);
            }
            case W5 -> {
                environment.setBufferTimeout(BUFFER_MILLIS);
                Flows.paced(environment, trial);
            }
            case W10 -> Flows.sums(environment, trial);
            case W1M, W11 -> throw new IllegalArgumentException("not among what it does: " + trial);
        }
        return environment;
    }

    /** W1 exactly once has the four tasks that others have. */
    private static boolean isUnfused(Trial trial) {
        return trial.way().equals(UNFUSED) || trial.workload() == Workload.W1 && trial.isExactlyOnce();
    }

    @Override
    public void close() {
        if (cluster != null) {
            cluster.closeAsync().join();
        }
        if (both != null) {
            both.close();
        }
        if (checkpoints != null) {
            TemporaryFiles.delete(checkpoints);
        }
    }
}
