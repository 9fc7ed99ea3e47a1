package io.sardonyx.task.input;

import static org.assertj.core.api.Assertions.assertThat;

import io.sardonyx.assignment.Checkpoints;
import io.sardonyx.assignment.CompletedCheckpoint;
import io.sardonyx.assignment.Routes;
import io.sardonyx.replica.ClusterParameters;
import io.sardonyx.report.TaskReport.CheckpointFigures;
import io.sardonyx.report.TaskReport.Rewound;
import io.sardonyx.value.table.SortedTable;
import org.junit.jupiter.api.Test;

/** What an input tells of checkpoints, from fence to fence. */
class InputFiguresTest {

    private static final long MILLI = 1_000_000;

    private final InputFigures figures = new InputFigures();
    private Checkpoints checkpoints = Checkpoints.NONE;
    private TaskOrders orders = orders(1);

    private TaskOrders orders(long fence) {
        return new TaskOrders(
                new Routes(fence, SortedTable.empty()), true, false, ClusterParameters.FORMAT, checkpoints);
    }

    private void complete(long number) {
        checkpoints = checkpoints.completed(new CompletedCheckpoint(number, 1, "hash", 10 + number), 3);
    }

    private void fence(long fence, boolean keeper, long nowNanos) {
        if (fence > 1) {
            checkpoints = checkpoints.rebased().rewound(fence, "lost");
        }
        orders = orders(fence);
        figures.connect(orders, keeper, null);
        figures.begin(orders, nowNanos);
    }

    private CheckpointFigures now() {
        return figures.now(orders, null);
    }

    @Test
    void whatWasReadBehindTheCheckpointComesAgain() {
        fence(1, false, 0);
        figures.read(1, 100, 10 * MILLI);
        figures.read(2, 20, 50 * MILLI);
        figures.read(2, 3, 60 * MILLI);
        figures.read(3, 4, 70 * MILLI);
        complete(1);
        fence(40, false, 90 * MILLI);
        assertThat(now().again()).isEqualTo(new Rewound(40, 27, 40));
        assertThat(now().rewinds()).isEqualTo(1);
        fence(50, false, 95 * MILLI);
        assertThat(now().again()).as("of the latest rewind only").isEqualTo(new Rewound(50, 0, 0));
    }

    @Test
    void whatIsInACompleteCheckpointDoesNotComeAgain() {
        fence(1, false, 0);
        figures.read(1, 100, 10 * MILLI);
        figures.committed(1);
        figures.read(2, 5, 30 * MILLI);
        fence(40, false, 90 * MILLI);
        assertThat(now().again()).isEqualTo(new Rewound(40, 5, 60));
    }

    @Test
    void peerThatWasNotThereBeforeKnowsNothingOfTheRewind() {
        fence(40, false, 90 * MILLI);
        assertThat(now().again()).isEqualTo(Rewound.NONE);
    }

    @Test
    void twoFencesInARowTakeBackAllThatWasRead() {
        fence(1, false, 0);
        figures.read(1, 7, 10 * MILLI);
        figures.connect(orders(30), false, null);
        fence(40, false, 90 * MILLI);
        assertThat(now().again()).isEqualTo(new Rewound(40, 7, 80));
    }

    @Test
    void onlyTheKeeperTellsOfTheCheckpointFromWhichEverybodyHasStarted() {
        complete(5);
        fence(40, true, 0);
        assertThat(now().number()).isEqualTo(5);
        assertThat(figures.former()).isEqualTo(CheckpointFigures.of(5));
        fence(50, false, 0);
        assertThat(now().number()).isZero();
    }
}
