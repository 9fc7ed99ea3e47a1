package io.sardonyx.it.processes;

import static org.assertj.core.api.Assertions.assertThat;

import io.sardonyx.zookeeper.DevelopmentServer;
import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** SIGKILL and SIGSTOP on processes that work, on ZooKeeper: whatever was read is written, at least once. */
class OrdealTest {

    private static final Duration SESSION = Duration.ofSeconds(3);

    /** Over what the processes send to each other, as in {@code -Dordeal.bind=tcp://127.0.0.1:0}. */
    private static final @Nullable String BIND = System.getProperty("ordeal.bind");

    @TempDir
    private Path outputs;

    @Test
    @Timeout(600)
    void nothingOfAMillionIsLostInFiveKillsAndTwoStops() throws Exception {
        undergo(1_000_000, 5, 2, Strike.SHORTEST_STOP);
    }

    @Test
    @Tag("campaign")
    @Tag("processes")
    @Timeout(3_600)
    void nothingOfTenMillionsIsLostInThirtyKillsAndTenStops() throws Exception {
        undergo(10_000_000, 30, 10, Duration.ofSeconds(40));
    }

    private void undergo(int segments, int kills, int stops, Duration longestStop) throws Exception {
        long seed = Long.getLong("processes.seed", System.nanoTime());
        System.out.println("-Dprocesses.seed=" + seed);
        var ordeal = new Ordeal(BIND, segments, kills, stops, longestStop, seed);
        try (var server = DevelopmentServer.start(null, 0);
                var arena = new Arena(
                        ordeal, server.address("ordeal") + "?sessionTimeoutMillis=" + SESSION.toMillis(), outputs)) {
            Verdict verdict = arena.run();
            System.out.println(verdict.table());
            assertThat(verdict.blows()).hasSize(kills + stops);
            assertThat(verdict.written().lost()).isZero();
            assertThat(verdict.written().foreign()).isZero();
        }
    }
}
