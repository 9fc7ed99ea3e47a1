package io.sardonyx.content;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.sardonyx.job.outline.Cause;
import io.sardonyx.plugin.Extent;
import io.sardonyx.port.Documents;
import io.sardonyx.report.JobReport;
import io.sardonyx.report.LinkState;
import io.sardonyx.report.QueueFigures;
import io.sardonyx.report.TaskReport;
import io.sardonyx.report.TaskReport.CheckpointFigures;
import io.sardonyx.report.TaskReport.CheckpointStep;
import io.sardonyx.report.TaskReport.CheckpointSteps;
import io.sardonyx.report.TaskReport.Rewound;
import io.sardonyx.report.TaskReport.StateFigures;
import io.sardonyx.report.TaskStats;
import io.sardonyx.report.Waiting;
import io.sardonyx.value.Assignment;
import io.sardonyx.value.GroupId;
import io.sardonyx.value.JobId;
import io.sardonyx.value.PeerId;
import io.sardonyx.value.Site;
import io.sardonyx.value.TaskName;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class JobReportTest {

    private static final Waiting WAITING = new Waiting("checkpoints/words/split/0 is damaged", 11, 12);

    private static final TaskReport SPLIT = new TaskReport(
            TaskName.of("split"),
            2,
            10,
            20,
            8,
            3,
            4,
            5,
            6,
            7,
            new Extent(8, 9),
            true,
            false,
            WAITING,
            false,
            QueueFigures.NONE,
            CheckpointFigures.NONE,
            List.of(new StateFigures("spent", 5, 700)));

    private static final CheckpointFigures CHECKPOINT = new CheckpointFigures(
            7,
            1_000,
            250,
            "task out in slot 0",
            2,
            9_000,
            new CheckpointSteps(100, 10, 60, 50, 40),
            3,
            new Rewound(41, 1_234, 2_100));

    @Test
    void isTheSameWhenReadAgain() {
        var report = new JobReport(123, List.of(SPLIT, TaskReport.none(TaskName.of("write"))));
        assertThat(ReportDocument.read(ReportDocument.bytes(report))).isEqualTo(report);
    }

    @Test
    void whoCountsNoBatchesIsUnderstood() {
        String old = new String(ReportDocument.bytes(new JobReport(123, List.of(SPLIT))), StandardCharsets.UTF_8)
                .replace("\"batches\":8,", "");
        assertThat(ReportDocument.read(old.getBytes(StandardCharsets.UTF_8)).tasks())
                .extracting(TaskReport::given, TaskReport::batches)
                .containsExactly(tuple(20L, 0L));
    }

    private static TaskReport keeper(CheckpointFigures told) {
        return new TaskStats(
                        new Assignment(PeerId.of("p"), JobId.of("j"), TaskName.of("read"), 0),
                        0,
                        0,
                        0,
                        0,
                        0,
                        0,
                        Extent.NONE,
                        false,
                        false,
                        null,
                        false,
                        QueueFigures.NONE,
                        told,
                        List.of())
                .report();
    }

    @Test
    void figuresOfCheckpointsAreTheSameWhenReadAgain() {
        for (CheckpointFigures told : List.of(
                CHECKPOINT,
                CheckpointFigures.of(3),
                CheckpointFigures.NONE.expired(1),
                CheckpointFigures.NONE.with(1, Rewound.NONE),
                CheckpointFigures.NONE.with(0, new Rewound(0, 0, 0)))) {
            var report = new JobReport(123, List.of(keeper(told)));
            assertThat(ReportDocument.read(ReportDocument.bytes(report))).isEqualTo(report);
        }
    }

    @Test
    void whatAnOlderReleaseDoesNotTellOfCheckpointsIsUnknown() {
        String whole = new String(
                ReportDocument.bytes(new JobReport(123, List.of(keeper(CHECKPOINT)))), StandardCharsets.UTF_8);
        int from = whole.indexOf(",\"bytes\":9000");
        int to = whole.indexOf("}}", whole.indexOf("\"again\""));
        String old = whole.substring(0, from) + whole.substring(to + 1);
        CheckpointFigures read = ReportDocument.read(old.getBytes(StandardCharsets.UTF_8))
                .tasks()
                .get(0)
                .checkpoint();
        assertThat(old).contains("\"expired\":2}");
        assertThat(read)
                .isEqualTo(new CheckpointFigures(
                        7, 1_000, 250, "task out in slot 0", 2, 0, CheckpointSteps.UNKNOWN, 0, Rewound.NONE));
        assertThat(read.steps().isKnown()).isFalse();
        assertThat(read.again().isKnown()).isFalse();
    }

    @Test
    void keeperThatIsLaterCountsAndAllInputsTellWhatComesAgain() {
        CheckpointFigures before = CHECKPOINT.with(3, new Rewound(40, 5, 900));
        CheckpointFigures other = CheckpointFigures.NONE.with(4, new Rewound(60, 7, 100));
        CheckpointFigures third = CheckpointFigures.NONE.with(4, new Rewound(60, 8, 300));
        CheckpointFigures all = before.later(other).later(third).later(CheckpointFigures.NONE);
        assertThat(all).isEqualTo(CHECKPOINT.with(4, new Rewound(60, 15, 300)));
        assertThat(CheckpointFigures.of(8).later(CHECKPOINT).number()).isEqualTo(8);
        assertThat(CHECKPOINT.later(CheckpointFigures.of(8)).number()).isEqualTo(8);
        assertThat(CheckpointFigures.of(7).later(CHECKPOINT).bytes())
                .as("of two that know the same one, the one that has completed it")
                .isEqualTo(9_000);
    }

    @Test
    void whoIsTheKeeperNoMoreDoesNotTellHowOldTheLatestIs() {
        CheckpointFigures ended = keeper(CHECKPOINT).ended().checkpoint();
        assertThat(ended.number()).isEqualTo(7);
        assertThat(ended.atMillis()).isZero();
        assertThat(ended.expired()).isZero();
        assertThat(keeper(CheckpointFigures.NONE).ended().checkpoint().isNone()).isTrue();
    }

    @Test
    void longestStepIsFoundAndAligningInsteadOfTheMarkIfItIsMostOfThat() {
        assertThat(new CheckpointSteps(9, 4, 8, 7, 6).longest()).isEqualTo(CheckpointStep.MARK);
        assertThat(new CheckpointSteps(9, 5, 8, 7, 6).longest()).isEqualTo(CheckpointStep.ALIGN);
        assertThat(new CheckpointSteps(8, 8, 9, 7, 6).longest()).isEqualTo(CheckpointStep.WRITE);
        assertThat(new CheckpointSteps(8, 8, 7, 9, 6).longest()).isEqualTo(CheckpointStep.MANIFEST);
        assertThat(new CheckpointSteps(8, 8, 7, 6, 9).longest()).isEqualTo(CheckpointStep.ENTRY);
        assertThat(Arrays.stream(CheckpointStep.values()).map(new CheckpointSteps(1, 2, 3, 4, 5)::millis))
                .as("in order of the steps")
                .containsExactly(1L, 2L, 3L, 4L, 5L);
    }

    @Test
    void staysSmallHoweverManyTasksThereAre() {
        var report = new JobReport(1, List.of(SPLIT));
        var large = new JobReport(
                1,
                IntStream.range(0, 5_000)
                        .mapToObj(i -> TaskReport.none(TaskName.of("task-" + i)))
                        .toList());
        assertThat(ReportDocument.bytes(report)).hasSizeLessThan(450);
        JobReport read = ReportDocument.read(ReportDocument.bytes(large));
        assertThat(read.tasks()).hasSize(ReportDocument.MOST);
        assertThat(read.leftOut()).isEqualTo(4_500);
    }

    @Test
    void fitsIntoADocumentHoweverLongItsTextsAreAndSaysWhatIsLeftOut() {
        var waiting = new Waiting("\u20ac".repeat(5_000), 1, 2);
        var link =
                new LinkState(new Site("tcp://a:1"), new Site("tcp://b:2"), false, false, 1, "\u0001".repeat(100_000));
        var large = new JobReport(
                1,
                IntStream.range(0, 500)
                        .mapToObj(i -> new TaskReport(
                                TaskName.of("task-" + i),
                                1,
                                0,
                                0,
                                0,
                                0,
                                0,
                                0,
                                0,
                                0,
                                Extent.NONE,
                                false,
                                false,
                                waiting,
                                false,
                                QueueFigures.NONE,
                                CheckpointFigures.NONE,
                                List.of()))
                        .toList(),
                Collections.nCopies(500, link));
        assertThat(ReportDocument.bytes(large)).hasSizeLessThanOrEqualTo(Documents.MAX_BYTES);
        JobReport read = ReportDocument.read(ReportDocument.bytes(large));
        assertThat(read.tasks()).isNotEmpty();
        assertThat(read.leftOut())
                .isEqualTo(1_000 - read.tasks().size() - read.links().size());
    }

    @Test
    void groupsAreAddedUp() {
        var one = new JobReport(1, List.of(SPLIT));
        assertThat(JobReport.together(List.of(one, one)))
                .containsExactly(new TaskReport(
                        TaskName.of("split"),
                        4,
                        20,
                        40,
                        16,
                        6,
                        8,
                        10,
                        12,
                        14,
                        new Extent(16, 18),
                        true,
                        false,
                        WAITING,
                        false,
                        QueueFigures.NONE,
                        CheckpointFigures.NONE,
                        List.of(new StateFigures("spent", 10, 1_400))));
    }

    @Test
    void longestWaitIsTold() {
        var write = TaskReport.none(TaskName.of("split"));
        assertThat(write.plus(SPLIT).waiting()).isEqualTo(WAITING);
        assertThat(SPLIT.plus(write).waiting()).isEqualTo(WAITING);
        assertThat(new Waiting("later", 20, 21)).isNotEqualTo(SPLIT.plus(SPLIT).waiting());
        assertThat(SPLIT.ended().waiting()).isNull();
    }

    @Test
    void reasonOfAWaitIsBounded() {
        assertThat(new Waiting("x".repeat(5_000), 1, 2).reason()).hasSizeLessThanOrEqualTo(Cause.LONGEST);
    }

    @Test
    void rateIsOfTheLastIntervalAndNeverNegative() {
        TaskReport later = SPLIT.plus(SPLIT);
        assertThat(later.since(SPLIT, 2_000_000_000L).takenPerSecond()).isEqualTo(5);
        assertThat(SPLIT.since(later, 2_000_000_000L).givenPerSecond()).isZero();
    }

    @Test
    void isNamedSoThatItGoesWithItsJob() {
        assertThat(ReportDocument.name(JobId.of("a/b"), GroupId.of("g"))).isEqualTo("stats/a%2Fb/g");
    }
}
