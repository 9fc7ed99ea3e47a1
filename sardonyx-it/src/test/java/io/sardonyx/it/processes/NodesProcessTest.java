package io.sardonyx.it.processes;

import static org.assertj.core.api.Assertions.assertThat;

import io.sardonyx.json.Field;
import io.sardonyx.json.Json;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Nodes as processes over a directory and over ZooKeeper; {@link OpenSearchClusterTest} has those over OpenSearch.
 * {@code -Dgroups='campaign & nodes'} runs long ones; {@code -Dnodes.kills} and {@code -Dnodes.stops} say how long.
 */
class NodesProcessTest {

    @TempDir
    private Path directory;

    private NodesOrdeal onADirectory() {
        return new NodesOrdeal(directory, "file:" + directory.resolve("store"));
    }

    @Test
    void killedAndPausedNodesLoseNothingAndNobodyWritesBehindASuccessorsBack() throws Exception {
        try (NodesOrdeal nodes = onADirectory()) {
            nodes.run(300, 10, 5);
        }
    }

    @Test
    void whenAllNodesWereKilledOneFinishesTheJob() throws Exception {
        try (NodesOrdeal nodes = onADirectory()) {
            nodes.killAll();
        }
    }

    @Tag("campaign")
    @Tag("nodes")
    @Test
    void manyAreKilledAndPausedOverADirectory() throws Exception {
        try (NodesOrdeal nodes = onADirectory()) {
            nodes.campaign();
        }
    }

    @Tag("campaign")
    @Tag("nodes")
    @Test
    void manyAreKilledAndPausedOverAZooKeeperThatIsKilledToo() throws Exception {
        try (var server = new ZooKeeperProcess(directory);
                var nodes = new NodesOrdeal(directory, server.address())) {
            nodes.campaign(server::restart);
        }
    }

    /** A ZooKeeper in a process of its own, which keeps its port. */
    private static final class ZooKeeperProcess implements AutoCloseable {

        private final Path directory;
        private Member process;
        private long port;

        ZooKeeperProcess(Path directory) throws IOException {
            this.directory = directory;
            process = start();
        }

        private Member start() throws IOException {
            Member server = Program.start(
                    directory.resolve("said-zookeeper"),
                    "store",
                    "serve",
                    "--json",
                    "--port",
                    String.valueOf(port),
                    "--dir",
                    directory.resolve("zookeeper").toString());
            try {
                Waiting.until("a ZooKeeper", () -> told(server).isPresent() || !server.isAlive());
                assertThat(told(server)).isPresent();
            } catch (AssertionError e) {
                throw new AssertionError(server.said(), e);
            }
            return server;
        }

        /** Where it serves, once it does; clients that come back make the server log lines around that. */
        private static Optional<Field> told(Member server) {
            return server.said()
                    .lines()
                    .filter(line -> line.startsWith("{") && line.endsWith("}"))
                    .findFirst()
                    .map(line -> Json.read(line.getBytes(StandardCharsets.UTF_8)));
        }

        String address() {
            Field said = told(process).orElseThrow();
            port = said.at("port").whole(1, 65_535);
            return said.at("store").text();
        }

        void restart() throws Exception {
            process.kill();
            process = start();
        }

        @Override
        public void close() {
            process.close();
        }
    }
}
