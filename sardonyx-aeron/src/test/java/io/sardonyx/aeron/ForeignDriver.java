package io.sardonyx.aeron;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** A media driver in a process of its own, to be killed. */
final class ForeignDriver implements AutoCloseable {

    private static final Duration FRESH = Duration.ofSeconds(2);

    private final Path directory;
    private Process process;

    ForeignDriver(Path directory) throws IOException {
        this.directory = directory;
        this.process = start();
    }

    private Process start() throws IOException {
        Path java = Path.of(System.getProperty("java.home"), "bin", "java");
        return new ProcessBuilder(
                        java.toString(),
                        "-Xmx64m",
                        "--add-exports",
                        "java.base/jdk.internal.misc=ALL-UNNAMED",
                        "-cp",
                        System.getProperty("java.class.path"),
                        "-Daeron.dir=" + directory,
                        "-Daeron.dir.delete.on.start=true",
                        "-Daeron.threading.mode=SHARED",
                        "-Daeron.shared.idle.strategy=org.agrona.concurrent.BackoffIdleStrategy",
                        "-Daeron.image.liveness.timeout=2s",
                        "-Daeron.publication.connection.timeout=2s",
                        "io.aeron.driver.MediaDriver")
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
    }

    void awaitLife() {
        long start = System.nanoTime();
        while (DriverHeartbeat.age(directory).compareTo(FRESH) > 0) {
            if (System.nanoTime() - start > TimeUnit.SECONDS.toNanos(30)) {
                throw new IllegalStateException("the driver does not start");
            }
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(10));
        }
    }

    void kill() {
        process.destroyForcibly().onExit().join();
    }

    void restart() throws IOException {
        process = start();
    }

    @Override
    public void close() {
        kill();
    }
}
