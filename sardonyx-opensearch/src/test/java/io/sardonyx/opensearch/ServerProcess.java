package io.sardonyx.opensearch;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/** A server in a process of its own, which can be killed and started again. */
final class ServerProcess implements AutoCloseable {

    private final Path directory;
    private Process process;
    private int port;

    ServerProcess(Path directory) throws IOException {
        this.directory = directory;
        start();
    }

    private void start() throws IOException {
        process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx512m",
                        "-XX:+UseSerialGC",
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        OpenSearchServer.class.getName(),
                        directory.toString(),
                        Integer.toString(port))
                .redirectErrorStream(true)
                .start();
        var said = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
        var before = new StringBuilder();
        String line = said.readLine();
        while (line != null && !line.startsWith("port ")) {
            before.append(line).append('\n');
            line = said.readLine();
        }
        if (line == null) {
            throw new IOException("the server did not start:\n" + before);
        }
        port = Integer.parseInt(line.substring("port ".length()));
        var reader = new Thread(() -> said.lines().forEach(unread -> {}), "server-output");
        reader.setDaemon(true);
        reader.start();
    }

    int port() {
        return port;
    }

    /** Kills it with SIGKILL, and starts it again at the same port. */
    void restart() throws IOException, InterruptedException {
        process.destroyForcibly().waitFor();
        start();
    }

    @Override
    public void close() {
        process.destroyForcibly().onExit().join();
    }
}
