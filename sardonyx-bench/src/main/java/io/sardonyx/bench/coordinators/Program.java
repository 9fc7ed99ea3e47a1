package io.sardonyx.bench.coordinators;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.sardonyx.json.Json;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** The program {@code sardonyx} in a process of its own, and the last line that it said, which is a JSON object. */
final class Program implements AutoCloseable {

    private static final long LONGEST_SECONDS = 60;

    private final Process process;
    private @Nullable String last;

    private Program(Process process) {
        this.process = process;
        var reading = new Thread(this::read, "lines-of-" + process.pid());
        reading.setDaemon(true);
        reading.start();
    }

    static Program start(String... arguments) throws IOException {
        var command = new ArrayList<String>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of("-Xmx512m", "-cp", System.getProperty("java.class.path"), "io.sardonyx.cli.Main"));
        command.addAll(List.of(arguments));
        command.add("--json");
        return new Program(new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start());
    }

    private void read() {
        try (var lines = new BufferedReader(new InputStreamReader(process.getInputStream(), UTF_8))) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                said(line);
            }
        } catch (IOException e) {
            System.err.println("process " + process.pid() + ": " + e.getMessage());
        }
    }

    private synchronized void said(String line) {
        last = line;
        notifyAll();
    }

    /** A field of the last line, or an empty text while it has said nothing or the line has no such field. */
    synchronized String field(String name) {
        String line = last;
        return line == null ? "" : Json.read(line.getBytes(UTF_8)).at(name).textOr("");
    }

    /** Waits until the last line has a field with a value. */
    synchronized String await(String name) throws InterruptedException {
        long until = System.nanoTime() + TimeUnit.SECONDS.toNanos(LONGEST_SECONDS);
        while (field(name).isEmpty()) {
            long left = TimeUnit.NANOSECONDS.toMillis(until - System.nanoTime());
            if (left <= 0 || !process.isAlive()) {
                throw new IllegalStateException("process " + process.pid() + " did not say " + name + " but " + last);
            }
            wait(left);
        }
        return field(name);
    }

    /** Ends it by SIGKILL. */
    void kill() {
        process.destroyForcibly();
    }

    /** Ends it by SIGTERM. */
    void terminate() {
        process.destroy();
    }

    @Override
    public void close() {
        process.destroyForcibly();
        process.onExit().join();
    }
}
