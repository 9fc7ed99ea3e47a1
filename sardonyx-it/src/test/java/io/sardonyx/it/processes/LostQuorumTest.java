package io.sardonyx.it.processes;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.curator.test.InstanceSpec;
import org.apache.curator.test.TestingCluster;
import org.apache.curator.test.TestingZooKeeperServer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Three ZooKeeper servers, of which two are stopped: nobody can write, so nobody does, and nobody gives up. */
class LostQuorumTest {

    private static final int TICK_MILLIS = 500;

    @TempDir
    private Path outputs;

    private TestingCluster ensemble;

    @BeforeEach
    void start() throws Exception {
        var specs = IntStream.range(0, 3)
                .mapToObj(i -> new InstanceSpec(null, -1, -1, -1, true, -1, TICK_MILLIS, -1))
                .toList();
        ensemble = new TestingCluster(specs);
        ensemble.start();
    }

    @AfterEach
    void stop() throws Exception {
        ensemble.close();
    }

    private Cluster cluster(Duration session) {
        return new Cluster(
                "zookeeper://" + ensemble.getConnectString() + "/tests?sessionTimeoutMillis=" + session.toMillis(),
                outputs);
    }

    /** Two of three servers are down for a while. */
    private void lose(Duration time, Cluster cluster) throws Exception {
        List<TestingZooKeeperServer> stopped = ensemble.getServers().subList(0, 2);
        for (TestingZooKeeperServer server : stopped) {
            server.stop();
        }
        Waiting.pass(time);
        assertThat(cluster.living()).hasSize(3);
        for (TestingZooKeeperServer server : stopped) {
            server.restart();
        }
    }

    @Test
    void withinTheSessionTimeoutTheRingStaysAsItIs() throws Exception {
        try (Cluster cluster = cluster(Duration.ofSeconds(10))) {
            cluster.startRing(3);
            cluster.assertAllHoldTheSame();
            var before = cluster.read();
            lose(Duration.ofSeconds(1), cluster);
            assertThat(cluster.read()).isEqualTo(before);
            cluster.start();
            var after = cluster.awaitRingOf(4).replica();
            assertThat(before.replica().ring().members().keys().inOrder()).allMatch(after.ring()::isMember);
            cluster.assertAllHoldTheSame();
        }
    }

    @Test
    void beyondTheSessionTimeoutAllComeBackUnderNewIds() throws Exception {
        Duration session = Duration.ofSeconds(2);
        try (Cluster cluster = cluster(session)) {
            cluster.startRing(3);
            cluster.assertAllHoldTheSame();
            var old = cluster.read().replica().ring().members().keys().inOrder();
            lose(session.multipliedBy(2), cluster);
            long start = System.nanoTime();
            assertThat(cluster.awaitRingOf(3, old).replica().ring().left()).containsAll(old);
            System.out.println("from servers restarted to ring whole: "
                    + Duration.ofNanos(System.nanoTime() - start).toMillis() + " ms");
            cluster.assertAllHoldTheSame();
        }
    }
}
