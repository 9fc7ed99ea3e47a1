package io.sardonyx.it.processes;

import static org.assertj.core.api.Assertions.assertThat;

import io.sardonyx.connect.Inputs;
import io.sardonyx.connect.Outputs;
import io.sardonyx.job.Job;
import io.sardonyx.value.TaskName;
import io.sardonyx.zookeeper.DevelopmentServer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Keyed state in processes that are killed and stopped: each segment counts once in state, in totals and in files.
 * {@code -Dstate.seed} chooses whom and when.
 */
class StatefulClusterTest {

    private static final Duration SESSION = Duration.ofSeconds(3);
    private static final TaskName COUNT = TaskName.of("count");
    private static final int PARTITIONS = 8;
    /** So much time has the job for each strike at least, so that it runs during all of them. */
    private static final int SECONDS_PER_STRIKE = 7;

    @TempDir
    private Path directory;

    private final long seed = Long.getLong("state.seed", System.nanoTime());

    /**
     * What a job has to go through.
     *
     * @param wire between processes
     * @param sizes how many processes there are: first, then, and in the end
     */
    private record Trial(String wire, int segments, int kills, int stops, List<Integer> sizes) {

        int perSecond() {
            return Math.max(1, segments / (SECONDS_PER_STRIKE * (kills + stops)));
        }

        /** What happens, in order. */
        List<Step> steps(long seed) {
            var steps = new ArrayList<Step>();
            steps.addAll(Collections.nCopies(kills, StatefulCluster::kill));
            steps.addAll(Collections.nCopies(stops, StatefulCluster::stop));
            Collections.shuffle(steps, new Random(seed));
            for (int i = sizes.size() - 1; i > 0; i--) {
                int size = sizes.get(i);
                steps.add(i * (kills + stops) / sizes.size(), cluster -> cluster.resize(size));
            }
            return steps;
        }
    }

    private interface Step {
        void happen(StatefulCluster cluster) throws Exception;
    }

    private Path out() {
        return directory.resolve("out");
    }

    private Job job(Trial trial) {
        return Job.named("numbered")
                .checkpoint(Duration.ofMillis(500))
                .task(
                        "read",
                        task -> task.input(Inputs.numbers(trial.segments)
                                        .with("partitions", PARTITIONS)
                                        .with("rate", trial.perSecond()))
                                .peers(1, 4))
                .task(
                        COUNT.text(),
                        task -> task.function(StatefulFunctions::numbered)
                                .groupBy(StatefulFunctions::key)
                                .atEnd(StatefulFunctions::total)
                                .peers(1, 4))
                .task(
                        "write",
                        task -> task.output(Outputs.lines(out().toString())).peers(1, 4))
                .path("read", COUNT.text(), "write")
                .build();
    }

    private StatefulCluster.History undergo(Trial trial, String address) throws Exception {
        System.out.println("-Dstate.seed=" + seed + " " + trial);
        long start = System.nanoTime();
        Job job = job(trial);
        StatefulCluster.History history;
        String bind = trial.wire + "://127.0.0.1:0";
        try (var cluster = new StatefulCluster(address, directory, bind, job.id(), seed)) {
            cluster.resize(trial.sizes.get(0));
            cluster.client().submit(job);
            for (Step step : trial.steps(seed)) {
                cluster.awaitCheckpoint();
                step.happen(cluster);
            }
            cluster.awaitCompletion();
            history = cluster.history(COUNT);
        }
        NumberedLines written = NumberedLines.in(out(), trial.segments);
        System.out.printf("%s, %s, %.1f s%n", written, history, (System.nanoTime() - start) / 1e9);
        assertThat(written).isEqualTo(NumberedLines.EXACT);
        assertThat(history.rewinds())
                .as("how often it went back to a checkpoint")
                .isPositive();
        return history;
    }

    private String inDirectory() {
        return "file:" + directory.resolve("store");
    }

    private static String inZooKeeper(DevelopmentServer server) {
        return server.address("state") + "?sessionTimeoutMillis=" + SESSION.toMillis();
    }

    /** A trial for every build. */
    private static Trial brief(int segments, int kills, int stops) {
        return new Trial("tcp", segments, kills, stops, List.of(3));
    }

    @Test
    @Timeout(900)
    void eachOfAMillionSegmentsCountsOnceOverADirectory() throws Exception {
        undergo(brief(1_000_000, 5, 2), inDirectory());
    }

    @Test
    @Timeout(900)
    void eachSegmentCountsOnceOverZooKeeper() throws Exception {
        try (var server = DevelopmentServer.start(null, 0)) {
            undergo(brief(400_000, 2, 1), inZooKeeper(server));
        }
    }

    /** A trial that takes minutes, while processes come and leave. */
    private static Trial campaign(String wire) {
        return new Trial(
                wire,
                Integer.getInteger("state.segments", 10_000_000),
                Integer.getInteger("state.kills", 30),
                Integer.getInteger("state.stops", 10),
                List.of(2, 4, 3));
    }

    private static void assertScaled(StatefulCluster.History history) {
        assertThat(history.peers()).as("peers of the task with state").contains(2, 3, 4);
    }

    @ParameterizedTest
    @ValueSource(strings = {"tcp", "aeron"})
    @Tag("campaign")
    @Tag("state")
    @Timeout(7_200)
    void eachOfManySegmentsCountsOnceOverADirectoryWhileProcessesComeAndLeave(String wire) throws Exception {
        assertScaled(undergo(campaign(wire), inDirectory()));
    }

    @ParameterizedTest
    @ValueSource(strings = {"tcp", "aeron"})
    @Tag("campaign")
    @Tag("state")
    @Timeout(7_200)
    void eachOfManySegmentsCountsOnceOverZooKeeperWhileProcessesComeAndLeave(String wire) throws Exception {
        try (var server = DevelopmentServer.start(null, 0)) {
            assertScaled(undergo(campaign(wire), inZooKeeper(server)));
        }
    }
}
