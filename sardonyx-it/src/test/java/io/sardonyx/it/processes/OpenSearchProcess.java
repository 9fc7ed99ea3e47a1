package io.sardonyx.it.processes;

import io.sardonyx.it.Checkout;
import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * An OpenSearch server in a process of its own, with the class path of the tests of sardonyx-opensearch: its many jars
 * are on no other.
 */
final class OpenSearchProcess implements AutoCloseable {

    private static final Pattern PORT = Pattern.compile("(?m)^port (\\d+)$");

    private final Path directory;
    private Member process;
    private int port;

    /** Returns before it answers. */
    OpenSearchProcess(Path directory) throws IOException {
        this.directory = directory;
        start();
    }

    private void start() throws IOException {
        Path target = Checkout.root().resolve("sardonyx-opensearch/target");
        String classPath = String.join(
                File.pathSeparator,
                target.resolve("test-classes").toString(),
                target.resolve("classes").toString(),
                Checkout.read(target.resolve("test-class-path")).strip());
        Path output = directory.resolve("opensearch.txt");
        Process started = new ProcessBuilder(List.of(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-XX:+UseSerialGC",
                        "-Xmx512m",
                        "-cp",
                        classPath,
                        "io.sardonyx.opensearch.OpenSearchServer",
                        directory.resolve("opensearch").toString(),
                        Integer.toString(port)))
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        process = new Member(started, output);
    }

    /** The address of a tenancy, once the server answers. */
    String address(String tenancy) {
        Matcher[] said = {PORT.matcher("")};
        try {
            Waiting.until("OpenSearch", () -> {
                said[0] = PORT.matcher(process.said());
                return said[0].find() || !process.isAlive();
            });
            port = Integer.parseInt(said[0].group(1));
        } catch (AssertionError | IllegalStateException e) {
            throw new AssertionError(process.said(), e);
        }
        return "opensearch://127.0.0.1:" + port + "/" + tenancy;
    }

    /** SIGKILL, and another process that serves the same data at the same port. */
    void restart() throws Exception {
        process.kill();
        start();
    }

    @Override
    public void close() {
        process.close();
    }
}
