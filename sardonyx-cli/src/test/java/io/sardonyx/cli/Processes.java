package io.sardonyx.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** The program as a process of its own. */
public final class Processes {

    private Processes() {}

    /**
     * Starts it; a shell that runs tests in the background may have it ignore SIGINT until {@code env} has become the
     * JVM, so that is waited for.
     */
    public static Process start(String... args) throws IOException {
        var command = new ArrayList<>(List.of("env", "--default-signal=INT"));
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xmx128m"));
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), "io.sardonyx.cli.Main"));
        command.addAll(Arrays.asList(args));
        Process process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        while (process.isAlive() && !process.info().command().orElse("/java").endsWith("/java")) {
            LockSupport.parkNanos(1_000_000);
        }
        return process;
    }

    /** Tells it to stop; its exit code. */
    public static int signal(Process process, String signal) throws IOException, InterruptedException {
        new ProcessBuilder("kill", "-" + signal, String.valueOf(process.pid()))
                .start()
                .waitFor();
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        return process.exitValue();
    }
}
