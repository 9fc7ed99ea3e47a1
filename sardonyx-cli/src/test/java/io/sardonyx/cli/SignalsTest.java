package io.sardonyx.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What becomes of a process that is told to stop. */
@Timeout(120)
class SignalsTest {

    @TempDir
    private Path directory;

    /** The program as its own process; a shell that runs tests in the background may have it ignore SIGINT. */
    private static Process start(String... args) throws IOException {
        var command = new ArrayList<>(List.of("env", "--default-signal=INT"));
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xmx128m"));
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), "io.sardonyx.cli.Main"));
        command.addAll(Arrays.asList(args));
        return new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
    }

    private static BufferedReader output(Process process) {
        return process.inputReader(StandardCharsets.UTF_8);
    }

    private static int signal(Process process, String signal) throws IOException, InterruptedException {
        new ProcessBuilder("kill", "-" + signal, String.valueOf(process.pid()))
                .start()
                .waitFor();
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        return process.exitValue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"INT", "TERM"})
    void peersLeaveCleanly(String signal) throws Exception {
        Process process = start("peers", "start", "--json", "--store", "file:" + directory.resolve(signal));
        try (BufferedReader told = output(process)) {
            assertThat(told.readLine()).contains("\"event\":\"joined\"");
            assertThat(signal(process, signal)).isZero();
            assertThat(told.readLine()).contains("\"event\":\"parted\"");
            assertThat(told.readLine()).isNull();
        } finally {
            process.destroyForcibly();
        }
    }

    @Test
    void runningJobIsStoppedWithWhatItWroteWhole() throws Exception {
        Path out = directory.resolve("out");
        String job = Cli.file(
                directory,
                "job.json",
                "{'id': 'endless', 'workflow': [['read', 'write'], ['read', 'show']], 'catalog': ["
                        + "{'name': 'read', 'input': {'plugin': 'generator', 'rate': 1000}},"
                        + "{'name': 'write', 'output': {'plugin': 'files', 'path': '" + out + "'}},"
                        + "{'name': 'show', 'output': 'stdout'}]}");
        Process process = start("run", job);
        try (BufferedReader told = output(process)) {
            assertThat(told.readLine()).isEqualTo("0");
            assertThat(signal(process, "INT")).isEqualTo(Main.INTERRUPTED);
        } finally {
            process.destroyForcibly();
        }
        try (Stream<Path> files = Files.list(out)) {
            assertThat(files).isNotEmpty().allMatch(file -> file.toString().endsWith(".txt"));
        }
    }

    @Test
    void otherWorkIsInterrupted() throws Exception {
        Process process = start("log", "replay", "-");
        try (BufferedReader told = output(process)) {
            assertThat(signal(process, "INT")).isEqualTo(Main.INTERRUPTED);
            assertThat(told.readLine()).isNull();
        } finally {
            process.destroyForcibly();
        }
    }
}
