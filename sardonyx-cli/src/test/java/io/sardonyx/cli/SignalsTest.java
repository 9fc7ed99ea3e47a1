package io.sardonyx.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.sardonyx.cli.option.ExitCodes;
import java.io.BufferedReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
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

    private static BufferedReader output(Process process) {
        return process.inputReader(StandardCharsets.UTF_8);
    }

    @ParameterizedTest
    @ValueSource(strings = {"INT", "TERM"})
    void peersLeaveCleanly(String signal) throws Exception {
        Process process = Processes.start("peers", "start", "--json", "--store", "file:" + directory.resolve(signal));
        try (BufferedReader told = output(process)) {
            assertThat(told.readLine()).contains("\"event\":\"joined\"");
            assertThat(Processes.signal(process, signal)).isZero();
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
        Process process = Processes.start("run", job);
        try (BufferedReader told = output(process)) {
            assertThat(told.readLine()).isEqualTo("0");
            assertThat(Processes.signal(process, "INT")).isEqualTo(ExitCodes.INTERRUPTED);
        } finally {
            process.destroyForcibly();
        }
        try (Stream<Path> files = Files.list(out)) {
            assertThat(files).isNotEmpty().allMatch(file -> file.toString().endsWith(".txt"));
        }
    }

    @Test
    void otherWorkIsInterrupted() throws Exception {
        Process process = Processes.start("log", "replay", "-");
        try (BufferedReader told = output(process)) {
            assertThat(Processes.signal(process, "INT")).isEqualTo(ExitCodes.INTERRUPTED);
            assertThat(told.readLine()).isNull();
        } finally {
            process.destroyForcibly();
        }
    }
}
