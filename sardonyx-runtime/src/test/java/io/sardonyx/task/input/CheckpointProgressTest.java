package io.sardonyx.task.input;

import static org.assertj.core.api.Assertions.assertThat;

import io.sardonyx.assignment.Routes;
import io.sardonyx.content.CheckpointAck;
import io.sardonyx.content.Manifest;
import io.sardonyx.report.TaskReport.CheckpointFigures;
import io.sardonyx.report.TaskReport.CheckpointStep;
import io.sardonyx.report.TaskReport.CheckpointSteps;
import io.sardonyx.report.TaskReport.Rewound;
import io.sardonyx.value.Assignment;
import io.sardonyx.value.JobId;
import io.sardonyx.value.PeerId;
import io.sardonyx.value.TaskName;
import io.sardonyx.value.table.SortedTable;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What people are told of a checkpoint that is not complete. */
class CheckpointProgressTest {

    private static final TaskName READ = TaskName.of("read");
    private static final TaskName TWICE = TaskName.of("twice");
    private static final TaskName WRITE = TaskName.of("write");
    private static final PeerId SELF = PeerId.of("p0");

    /* Channels: 0 is the other reader, 1 twice, 2 write, 3 this peer itself. */
    private final CheckpointProgress progress = progress(CheckpointFigures.of(6));

    private static CheckpointProgress progress(CheckpointFigures former) {
        return new CheckpointProgress(
                new Assignment(SELF, JobId.of("j"), READ, 0),
                List.of(READ, TWICE, WRITE),
                task -> task.equals(READ) ? List.of() : List.of(task.equals(TWICE) ? READ : TWICE),
                routes(),
                former);
    }

    private void ack(int channel, long nowMillis) {
        progress.acked(channel, null, nowMillis);
    }

    private void ack(int channel, long alignMillis, long writeMillis, long nowMillis) {
        var part = new Manifest.Part(WRITE, 0, null, false, null);
        progress.acked(channel, new CheckpointAck(part, alignMillis, writeMillis), nowMillis);
    }

    private static Routes routes() {
        return new Routes(
                1,
                SortedTable.of(Map.of(
                        READ, List.of(receiver(0, "p0"), receiver(1, "p1")),
                        TWICE, List.of(receiver(0, "p2")),
                        WRITE, List.of(receiver(4, "p3")))));
    }

    private static Routes.Receiver receiver(int slot, String peer) {
        return new Routes.Receiver(slot, PeerId.of(peer), null);
    }

    @Test
    void nothingIsSaidOfOneThatIsQuick() {
        assertThat(progress.waiting(null, 1_000_000)).isNull();
        progress.begin(7, 1_000);
        assertThat(progress.waiting(null, 10_999)).isNull();
    }

    @Test
    void theFirstInTheFlowThatIsLateIsNamedWithSlot() {
        progress.begin(7, 1_000);
        assertThat(progress.waiting(null, 11_000).reason())
                .startsWith("checkpoint 7 is not complete: task read in slot 0 has not acked its mark")
                .endsWith("; 3 more wait for that");
        ack(progress.own(), 1_100);
        ack(0, 1_100);
        assertThat(progress.waiting(null, 11_000).reason()).contains("task twice in slot 0 has not acked");
        ack(1, 1_100);
        assertThat(progress.waiting(null, 11_000).reason()).endsWith("or cannot write it");
        assertThat(progress.waiting(null, 11_000).sinceMillis()).isEqualTo(1_000);
        ack(2, 1_100);
        assertThat(progress.waiting("its manifest is not stored yet", 11_000).reason())
                .isEqualTo("checkpoint 7 is not complete: its manifest is not stored yet");
        assertThat(progress.waiting(null, 11_000).reason()).contains("something was lost or doubled");
    }

    @Test
    void completeOneIsToldWithItsTimeAndSteps() {
        progress.begin(7, 1_000);
        ack(progress.own(), 1_005);
        ack(0, 1_010);
        ack(1, 1_020);
        ack(2, 0, 900, 2_000);
        progress.stored(2_200);
        progress.expire();
        progress.complete(12_345, 3_500);
        assertThat(progress.figures())
                .isEqualTo(new CheckpointFigures(
                        7,
                        3_500,
                        2_500,
                        "task write in slot 4",
                        1,
                        12_345,
                        new CheckpointSteps(100, 0, 900, 200, 1_300),
                        0,
                        Rewound.NONE));
        assertThat(progress.figures().steps().longest()).isEqualTo(CheckpointStep.ENTRY);
        assertThat(progress.waiting(null, 1_000_000)).isNull();
    }

    @Test
    void whoHeldUpTheMarkIsSlowAndNotWhoWaitedForIt() {
        progress.begin(7, 1_000);
        ack(0, 1_010);
        ack(progress.own(), 1_020);
        ack(1, 1_920);
        ack(2, 880, 30, 1_960);
        progress.complete(0, 1_960);
        assertThat(progress.figures().slowest()).isEqualTo("task twice in slot 0");
        assertThat(progress.figures().steps()).isEqualTo(new CheckpointSteps(930, 0, 30, 0, 0));
        assertThat(progress.figures().steps().longest()).isEqualTo(CheckpointStep.MARK);
    }

    @Test
    void ofTwoReadersTheOneWhoseMarkCameLateIsNamed() {
        progress.begin(7, 1_000);
        ack(progress.own(), 1_005);
        ack(1, 780, 0, 1_800);
        ack(0, 1_790);
        ack(2, 1_810);
        progress.complete(0, 1_811);
        assertThat(progress.figures().slowest()).isEqualTo("task read in slot 1");
    }

    @Test
    void whoHasItsMarksAtDifferentTimesThoughTheyWereSentTogetherAligns() {
        progress.begin(7, 1_000);
        ack(progress.own(), 1_005);
        ack(0, 1_006);
        ack(1, 700, 0, 1_800);
        ack(2, 1_810);
        progress.complete(0, 1_811);
        assertThat(progress.figures().slowest()).isEqualTo("task twice in slot 0");
        assertThat(progress.figures().steps().longest()).isEqualTo(CheckpointStep.ALIGN);
    }

    @Test
    void timesThatAPeerTellsAreWithinThoseOfTheKeeper() {
        progress.begin(7, 1_000);
        ack(2, 5_000, 9_000, 1_100);
        progress.complete(0, 1_050);
        assertThat(progress.figures().steps()).isEqualTo(new CheckpointSteps(0, 0, 100, 0, 0));
        assertThat(progress.figures().tookMillis()).isEqualTo(50);
    }

    @Test
    void keeperTellsOfTheCheckpointBeforeUntilItsFirstIsComplete() {
        assertThat(progress.figures().number()).isEqualTo(6);
        progress.begin(7, 1_000);
        progress.expire();
        assertThat(progress.figures()).isEqualTo(CheckpointFigures.of(6).expired(1));
    }
}
