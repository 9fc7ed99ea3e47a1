package io.sardonyx.bench.node;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.sardonyx.bench.ZooKeeperProcess;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/** Kind of store over which nodes are measured; a server is started for those that need one. */
interface BenchStore extends AutoCloseable {

    List<String> KINDS = List.of("directory", "memory", "zookeeper", "opensearch");

    /** Address of a store of its own for a part of the benchmark. */
    String address(String part);

    /** Starts a node over the store. */
    default MeasuredNode node(String address, int workers, Duration lease) throws IOException {
        return new NodeChild(address, workers, lease);
    }

    @Override
    default void close() {}

    static BenchStore start(String kind, Path directory) throws IOException {
        return switch (kind) {
            case "memory" -> new InMemory();
            case "zookeeper" -> new ZooKeeper();
            case "opensearch" -> new OpenSearch(directory);
            default -> part -> "file:" + directory.resolve(part);
        };
    }

    /** Its nodes are in this process, since no other sees the store. */
    final class InMemory implements BenchStore {

        @Override
        public String address(String part) {
            return "memory:" + part;
        }

        @Override
        public MeasuredNode node(String address, int workers, Duration lease) {
            return new LocalNode(address, workers, lease);
        }
    }

    /** One server for development. */
    final class ZooKeeper implements BenchStore {

        private final ZooKeeperProcess process = ZooKeeperProcess.start();
        private final AtomicInteger parts = new AtomicInteger();

        private ZooKeeper() throws IOException {}

        @Override
        public String address(String part) {
            return process.address(parts.incrementAndGet());
        }

        @Override
        public void close() {
            process.close();
        }
    }

    /** One server, with the class path of the tests of the store's module, which {@code run} compiles for that. */
    final class OpenSearch implements BenchStore {

        private final Process process;
        private final String port;

        private OpenSearch(Path directory) throws IOException {
            Path target = Path.of("sardonyx-opensearch", "target");
            String classPath = String.join(
                    File.pathSeparator,
                    target.resolve("test-classes").toString(),
                    target.resolve("classes").toString(),
                    Files.readString(target.resolve("test-class-path")).strip());
            process = new ProcessBuilder(
                            Path.of(System.getProperty("java.home"), "bin", "java")
                                    .toString(),
                            "-Xmx1g",
                            "-cp",
                            classPath,
                            "io.sardonyx.opensearch.OpenSearchServer",
                            directory.resolve("opensearch").toString(),
                            "0")
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            String line = "";
            var lines = process.inputReader(UTF_8);
            while (line != null && !line.startsWith("port ")) {
                line = lines.readLine();
            }
            if (line == null) {
                throw new IOException("OpenSearch did not start");
            }
            port = line.substring("port ".length());
        }

        @Override
        public String address(String part) {
            return "opensearch://127.0.0.1:" + port + "/" + part;
        }

        @Override
        public void close() {
            process.destroyForcibly();
            process.onExit().join();
        }
    }
}
