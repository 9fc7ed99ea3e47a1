package io.sardonyx.it.processes;

import static org.assertj.core.api.Assertions.assertThat;

import io.sardonyx.value.GroupId;
import io.sardonyx.zookeeper.DevelopmentServer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** SIGKILL on ZooKeeper: the dead are found out by their sessions, and the ring closes behind them. */
class KilledMembersTest {

    private static final Duration SESSION = Duration.ofSeconds(2);
    private static final Duration PROMISED = SESSION.plusSeconds(2);

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

    private Cluster cluster() {
        return new Cluster(server.address("tests") + "?sessionTimeoutMillis=" + SESSION.toMillis(), outputs);
    }

    @Test
    void tenInARowAreReplacedAndTheRingIsWholeAfterEach() throws Exception {
        killInARow(10);
    }

    @Test
    @Tag("campaign")
    @Tag("processes")
    void fiftyInARowAreReplacedAndTheRingIsWholeAfterEach() throws Exception {
        killInARow(50);
    }

    private void killInARow(int kills) throws Exception {
        long seed = Long.getLong("processes.seed", System.nanoTime());
        System.out.println("-Dprocesses.seed=" + seed);
        var random = new Random(seed);
        var times = new ArrayList<Duration>();
        try (Cluster cluster = cluster()) {
            cluster.startRing(3);
            for (int i = 0; i < kills; i++) {
                cluster.assertAllHoldTheSame();
                List<Member> living = cluster.living();
                Member victim = living.get(random.nextInt(living.size()));
                GroupId dead = victim.id().orElseThrow();
                long start = System.nanoTime();
                victim.kill();
                cluster.start();
                cluster.awaitRingOf(3, List.of(dead));
                times.add(Duration.ofNanos(System.nanoTime() - start));
            }
            cluster.assertAllHoldTheSame();
            assertThat(cluster.read().replica().ring().left()).hasSizeGreaterThanOrEqualTo(kills);
        }
        print(times);
    }

    /** Told, not asserted: how fast a machine is says nothing about the code. */
    private static void print(List<Duration> times) {
        var sorted = times.stream().sorted().toList();
        System.out.printf(
                "%d kills, from kill to whole ring: median %d ms, longest %d ms; session timeout + 2 s = %d ms%n",
                times.size(),
                sorted.get(sorted.size() / 2).toMillis(),
                sorted.get(sorted.size() - 1).toMillis(),
                PROMISED.toMillis());
    }

    @Test
    void aNewcomerClearsARingThatWasKilledAtOnce() throws Exception {
        try (Cluster cluster = cluster()) {
            var members = cluster.startRing(3);
            var dead = cluster.read().replica().ring().members().keys().inOrder();
            members.forEach(Member::strike);
            cluster.start();
            assertThat(cluster.awaitRingOf(1, dead).replica().ring().left()).containsAll(dead);
            cluster.assertAllHoldTheSame();
        }
    }
}
