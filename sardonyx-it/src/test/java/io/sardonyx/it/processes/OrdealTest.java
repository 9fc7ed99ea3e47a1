package io.sardonyx.it.processes;

import static org.assertj.core.api.Assertions.assertThat;

import io.sardonyx.zookeeper.DevelopmentServer;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** SIGKILL and SIGSTOP on processes that work, on ZooKeeper: whatever was read is written, at least once. */
class OrdealTest {

    private static final Duration SESSION = Duration.ofSeconds(3);

    @TempDir
    private Path outputs;

    @ParameterizedTest
    @ValueSource(strings = {"tcp", "aeron"})
    @Timeout(600)
    void nothingOfAMillionIsLostInFiveKillsAndTwoStops(String wire) throws Exception {
        undergo(wire, 1_000_000, 5, 2, Strike.SHORTEST_STOP);
    }

    @ParameterizedTest
    @ValueSource(strings = {"tcp", "aeron"})
    @Tag("campaign")
    @Tag("processes")
    @Timeout(3_600)
    void nothingOfTenMillionsIsLostInThirtyKillsAndTenStops(String wire) throws Exception {
        undergo(wire, 10_000_000, 30, 10, Duration.ofSeconds(40));
    }

    private void undergo(String wire, int segments, int kills, int stops, Duration longestStop) throws Exception {
        long seed = Long.getLong("processes.seed", System.nanoTime());
        System.out.println("-Dprocesses.seed=" + seed);
        var ordeal = new Ordeal(wire + "://127.0.0.1:0", segments, kills, stops, longestStop, seed);
        try (var server = DevelopmentServer.start(null, 0);
                var arena = new Arena(
                        ordeal, server.address("ordeal") + "?sessionTimeoutMillis=" + SESSION.toMillis(), outputs)) {
            Verdict verdict = arena.run();
            System.out.println(verdict.table());
            assertThat(verdict.blows()).hasSize(kills + stops);
            assertThat(verdict.written().lost()).isZero();
            assertThat(verdict.written().foreign()).isZero();
            assertThat(verdict.written().repeated()).isLessThanOrEqualTo(3 * ordeal.mostInFlight() * (kills + stops));
        }
    }
}
