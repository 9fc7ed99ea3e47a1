package io.sardonyx.cli.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.sardonyx.answer.ClusterOverview;
import io.sardonyx.cli.terminal.TextStyle;
import io.sardonyx.client.admin.ClusterSnapshot;
import io.sardonyx.entry.ReplicaView;
import io.sardonyx.plugin.Extent;
import io.sardonyx.report.JobReport;
import io.sardonyx.report.QueueFigures;
import io.sardonyx.report.TaskReport;
import io.sardonyx.report.TaskReport.CheckpointFigures;
import io.sardonyx.value.GroupId;
import io.sardonyx.value.JobId;
import io.sardonyx.value.TaskName;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** A thousand groups of one peer each and a hundred jobs, on a usual terminal. */
class OverviewTextTest {

    private static final TextStyle PLAIN = new TextStyle(false);
    private static final ReplicaView LARGE = large();

    private static ReplicaView large() {
        String peers = IntStream.range(0, 1_000).mapToObj(i -> "\"p" + i + "\"").collect(Collectors.joining(","));
        String jobs = IntStream.range(0, 100).mapToObj(i -> "\"j" + i + "\"").collect(Collectors.joining(","));
        String work = IntStream.range(0, 100)
                .mapToObj(i -> "\"j" + i + "\":{\"read\":[\"p" + 2 * i + "\"],\"write\":[\"p" + (2 * i + 1) + "\"]}")
                .collect(Collectors.joining(","));
        String tasks = IntStream.range(0, 100)
                .mapToObj(i -> "\"j" + i + "\":[\"read\",\"write\"]")
                .collect(Collectors.joining(","));
        String inputs = IntStream.range(0, 100)
                .mapToObj(i -> "\"j" + i + "\":[\"read\"]")
                .collect(Collectors.joining(","));
        return ReplicaView.read(("{\"peers\":[" + peers + "],\"jobs\":[" + jobs + "],\"tasks\":{" + tasks
                        + "},\"input-tasks\":{" + inputs + "},\"allocations\":{" + work + "}}")
                .getBytes(StandardCharsets.UTF_8));
    }

    private static ClusterOverview overview() {
        Map<JobId, List<JobReport>> reports = new HashMap<>();
        for (int i = 0; i < 100; i++) {
            var read = new TaskReport(
                    TaskName.of("read"),
                    1,
                    0,
                    0,
                    0,
                    0,
                    0,
                    0,
                    i,
                    i,
                    Extent.NONE,
                    false,
                    false,
                    null,
                    false,
                    QueueFigures.NONE,
                    CheckpointFigures.NONE,
                    List.of());
            reports.put(JobId.of("j" + i), List.of(new JobReport(0, List.of(read))));
        }
        return ClusterOverview.of(new ClusterSnapshot(LARGE, Set.of(GroupId.of("p77")), reports), 0);
    }

    @Test
    void screenIsFilledAndNotMore() {
        List<String> entries =
                IntStream.range(0, 20).mapToObj(i -> "entry " + i).toList();
        for (int rows : new int[] {12, 24, 60}) {
            List<String> lines = new OverviewText(overview(), PLAIN).lines(entries, rows);
            assertThat(lines).hasSize(rows).contains("log", "entry 19");
            assertThat(lines.stream().filter(line -> line.matches("  and \\d+ more lines")))
                    .hasSize(2);
        }
    }

    @Test
    void nothingIsCutWhereThereIsRoom() {
        List<String> lines = new OverviewText(overview(), PLAIN).lines(List.of(), Integer.MAX_VALUE);
        assertThat(lines).hasSize(1 + 1 + 1_000 + 1 + 1 + 300).noneMatch(line -> line.contains("more"));
    }

    @Test
    void groupsWithoutAPulseComeFirstThenBusyOnesAndTheFastestJobs() {
        ClusterOverview overview = overview();
        assertThat(overview.groups().get(0).group()).isEqualTo(GroupId.of("p77"));
        assertThat(overview.groups().subList(0, 200)).allMatch(load -> load.busy() == 1);
        assertThat(overview.groups().subList(200, 1_000)).allMatch(load -> load.busy() == 0);
        assertThat(overview.jobs().stream().map(load -> load.run().job().id()).limit(2))
                .containsExactly(JobId.of("j99"), JobId.of("j98"));
    }

    @Test
    void whatIsCutIsCounted() {
        assertThat(OverviewText.cut(List.of("a", "b", "c"), 3)).containsExactly("a", "b", "c");
        assertThat(OverviewText.cut(List.of("a", "b", "c", "d"), 3)).containsExactly("a", "b", "  and 2 more lines");
    }
}
