package io.sardonyx.it.processes;

import static org.assertj.core.api.Assertions.assertThat;

import io.sardonyx.zookeeper.DevelopmentServer;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** SIGTERM on ZooKeeper: who leaves says so, and nobody waits for a session to end. */
class RollingRestartTest {

    @TempDir
    private Path outputs;

    @Test
    void threeProcessesAreRestartedOneByOneAndOnlyEntriesTellOfIt() throws Exception {
        try (var server = DevelopmentServer.start(null, 0);
                var cluster = new Cluster(server.address("tests") + "?sessionTimeoutMillis=60000", outputs)) {
            for (Member member : cluster.startRing(3)) {
                var old = member.id().orElseThrow();
                assertThat(member.terminate()).isZero();
                cluster.start();
                var replica = cluster.awaitRingOf(3, List.of(old)).replica();
                assertThat(replica.ring().left()).contains(old);
                assertThat(member.said()).doesNotContain("WARN", "Exception");
            }
            cluster.assertAllHoldTheSame();
        }
    }
}
