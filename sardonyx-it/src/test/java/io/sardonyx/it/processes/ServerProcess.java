package io.sardonyx.it.processes;

import io.sardonyx.it.Checkout;
import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A server of others in a process of its own, with the class path of another module's tests: its many jars are on no
 * other.
 */
final class ServerProcess implements AutoCloseable {

    private static final Pattern PORT = Pattern.compile("(?m)^port (\\d+)$");

    private final Path classes;
    private final String main;
    private final Path directory;
    private Member process;
    private int port;

    /**
     * Returns before it answers.
     *
     * @param main is given a directory for its data and a port, 0 for any, and prints the port when it answers
     */
    private ServerProcess(String module, String main, Path directory) throws IOException {
        this.classes = Checkout.root().resolve(module).resolve("target");
        this.main = main;
        this.directory = directory;
        process = start();
    }

    static ServerProcess openSearch(Path directory) throws IOException {
        return new ServerProcess("sardonyx-opensearch", "io.sardonyx.opensearch.OpenSearchServer", directory);
    }

    static ServerProcess s3(Path directory) throws IOException {
        return new ServerProcess("sardonyx-servers", "io.sardonyx.servers.S3Server", directory);
    }

    static ServerProcess kafka(Path directory) throws IOException {
        return new ServerProcess("sardonyx-servers", "io.sardonyx.servers.KafkaServer", directory);
    }

    /** To be {@link #terminate terminated}: the server is a process below it, which would outlive SIGKILL. */
    static ServerProcess postgres(Path directory) throws IOException {
        return new ServerProcess("sardonyx-servers", "io.sardonyx.servers.PostgresServer", directory);
    }

    private Member start() throws IOException {
        String classPath = String.join(
                File.pathSeparator,
                classes.resolve("test-classes").toString(),
                classes.resolve("classes").toString(),
                Checkout.read(classes.resolve("test-class-path")).strip());
        Path output = directory.resolve(main + ".txt");
        Process started = new ProcessBuilder(List.of(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-XX:+UseSerialGC",
                        "-Xmx512m",
                        "-cp",
                        classPath,
                        main,
                        directory.resolve(main).toString(),
                        Integer.toString(port)))
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        return new Member(started, output);
    }

    /** Its port, once it answers. */
    int port() {
        Matcher[] said = {PORT.matcher("")};
        try {
            Waiting.until(main, () -> {
                said[0] = PORT.matcher(process.said());
                return said[0].find() || !process.isAlive();
            });
            port = Integer.parseInt(said[0].group(1));
        } catch (AssertionError | IllegalStateException e) {
            throw new AssertionError(process.said(), e);
        }
        return port;
    }

    /**
     * SIGKILL, and after a while another process that serves the same data at the same port; waits until it answers.
     */
    void restart(Duration after) throws Exception {
        process.kill();
        Waiting.pass(after);
        process = start();
        port();
    }

    /** SIGTERM, so that it ends in order; waits until it has. */
    void terminate() throws InterruptedException {
        process.terminate();
    }

    @Override
    public void close() {
        process.close();
    }
}
