package io.sardonyx.it.processes;

import static org.assertj.core.api.Assertions.assertThat;

import io.sardonyx.entry.ReplicaView;
import io.sardonyx.value.GroupId;
import io.sardonyx.zookeeper.DevelopmentServer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** SIGSTOP on ZooKeeper: a process that hangs is replaced like a dead one, and comes back as somebody else. */
class PausedMembersTest {

    private static final Duration SESSION = Duration.ofSeconds(3);

    @TempDir
    private Path outputs;

    private DevelopmentServer server;

    @BeforeEach
    void serve() throws Exception {
        server = DevelopmentServer.start(null, 0);
    }

    @AfterEach
    void stop() throws Exception {
        server.close();
    }

    @Test
    void aShortPauseIsNotNoticedAndALongOneEndsInANewId() throws Exception {
        String address = server.address("tests") + "?sessionTimeoutMillis=" + SESSION.toMillis();
        try (var cluster = new Cluster(address, outputs)) {
            Member member = cluster.startRing(3).get(1);
            cluster.assertAllHoldTheSame();
            ReplicaView before = cluster.read();
            GroupId old = member.id().orElseThrow();
            var oldPeers = before.replica().peers().of(old);

            member.pause();
            Waiting.pass(SESSION.dividedBy(3));
            member.resume();
            Waiting.pass(SESSION);
            assertThat(cluster.read().position()).isEqualTo(before.position());

            member.pause();
            var without = cluster.awaitRingOf(2, List.of(old));
            assertThat(without.replica().ring().left()).contains(old);
            member.resume();
            var after = cluster.awaitRingOf(3, List.of(old)).replica();
            Waiting.until("a new id", () -> !member.id().orElseThrow().equals(old));
            GroupId current = member.id().orElseThrow();
            assertThat(after.ring().isMember(current)).isTrue();
            assertThat(after.peers().of(current)).hasSize(2).doesNotContainAnyElementsOf(oldPeers);
            cluster.assertAllHoldTheSame();
        }
    }
}
