package io.sardonyx.cli.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.sardonyx.cli.Cli;
import io.sardonyx.cli.PseudoTerminal;
import io.sardonyx.plugin.Extent;
import io.sardonyx.report.QueueFigures;
import io.sardonyx.report.TaskReport;
import io.sardonyx.report.TaskReport.CheckpointFigures;
import io.sardonyx.value.TaskName;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** How a job that runs here is told to somebody at a terminal. */
@Timeout(120)
class JobMonitorTest {

    @TempDir
    private Path directory;

    private static List<TaskReport> reading(Extent... extents) {
        return Stream.of(extents)
                .map(extent -> new TaskReport(
                        TaskName.of("read"),
                        1,
                        0,
                        0,
                        0,
                        0,
                        0,
                        0,
                        0,
                        0,
                        extent,
                        false,
                        false,
                        null,
                        false,
                        QueueFigures.NONE,
                        CheckpointFigures.NONE,
                        List.of()))
                .toList();
    }

    @Test
    void barIsThatOfTheInputWithMostBeforeIt() {
        assertThat(JobMonitor.bar(reading(new Extent(9, 10), new Extent(300, 1_000), Extent.NONE)))
                .isEqualTo("[######..............]  30 %  ");
    }

    @Test
    void thereIsNoBarWhenNobodyKnowsHowMuchThereIs() {
        assertThat(JobMonitor.bar(reading(Extent.NONE))).isEmpty();
        assertThat(JobMonitor.bar(reading(new Extent(9, 10), Extent.UNKNOWN))).isEmpty();
    }

    @Test
    void terminalShowsABarThatIsGoneInTheEnd() throws Exception {
        assumeTrue(PseudoTerminal.isThere());
        String shown = shown("{'plugin': 'generator', 'count': 2000, 'rate': 1000}");
        assertThat(shown).containsPattern("\\[#+\\.*\\] +\\d+ %  read [\\d,]+/s  write [\\d,]+/s  \\d+ pending  \\d");
        assertThat(shown.substring(shown.lastIndexOf("\u001b[J")))
                .startsWith("\u001b[J\u001b[?25h")
                .contains("job numbers completed");
    }

    private String shown(String input) throws Exception {
        String job = Cli.file(
                directory,
                "job.json",
                "{'id': 'numbers', 'workflow': [['read', 'write']], 'catalog': [{'name': 'read', 'input': " + input
                        + "}, {'name': 'write', 'output': 'null'}]}");
        Process process = PseudoTerminal.start(Map.of("COLUMNS", "120"), "run " + job);
        String shown = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(shown).isZero();
        return shown;
    }
}
