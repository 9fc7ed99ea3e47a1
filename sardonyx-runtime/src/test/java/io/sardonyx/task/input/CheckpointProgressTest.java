package io.sardonyx.task.input;

import static org.assertj.core.api.Assertions.assertThat;

import io.sardonyx.assignment.Routes;
import io.sardonyx.report.TaskReport.CheckpointFigures;
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
    private final CheckpointProgress progress =
            new CheckpointProgress(new Assignment(SELF, JobId.of("j"), READ, 0), List.of(READ, TWICE, WRITE), routes());

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
        progress.acked(progress.own());
        progress.acked(0);
        assertThat(progress.waiting(null, 11_000).reason()).contains("task twice in slot 0 has not acked");
        progress.acked(1);
        assertThat(progress.waiting(null, 11_000).reason()).endsWith("or cannot write it");
        assertThat(progress.waiting(null, 11_000).sinceMillis()).isEqualTo(1_000);
        progress.acked(2);
        assertThat(progress.waiting("its manifest is not stored yet", 11_000).reason())
                .isEqualTo("checkpoint 7 is not complete: its manifest is not stored yet");
        assertThat(progress.waiting(null, 11_000).reason()).contains("something was lost or doubled");
    }

    @Test
    void completeOneIsToldWithItsTimeAndWhoWasLast() {
        progress.begin(7, 1_000);
        for (int channel : new int[] {progress.own(), 0, 2, 1}) {
            progress.acked(channel);
        }
        progress.expire();
        progress.complete(3_500);
        assertThat(progress.figures()).isEqualTo(new CheckpointFigures(7, 3_500, 2_500, "task twice in slot 0", 1));
        assertThat(progress.waiting(null, 1_000_000)).isNull();
        assertThat(CheckpointFigures.NONE.later(progress.figures())).isEqualTo(progress.figures());
        assertThat(progress.figures().later(CheckpointFigures.NONE)).isEqualTo(progress.figures());
    }
}
