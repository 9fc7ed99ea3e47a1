package io.sardonyx.task.input;

import static org.assertj.core.api.Assertions.assertThat;

import io.sardonyx.assignment.Checkpoints;
import io.sardonyx.assignment.CompletedCheckpoint;
import io.sardonyx.assignment.Routes;
import io.sardonyx.call.CallProgress;
import io.sardonyx.channel.Acks;
import io.sardonyx.channel.ChannelSender;
import io.sardonyx.content.Manifest;
import io.sardonyx.content.ReaderCheckpoint;
import io.sardonyx.job.Job;
import io.sardonyx.job.Tuning;
import io.sardonyx.loop.Mailbox;
import io.sardonyx.report.TaskReport.CheckpointFigures;
import io.sardonyx.task.AckValues;
import io.sardonyx.task.Drawer;
import io.sardonyx.value.Assignment;
import io.sardonyx.value.JobId;
import io.sardonyx.value.PeerId;
import io.sardonyx.value.TaskName;
import io.sardonyx.value.table.SortedTable;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** When the keeper of a job's checkpoints begins one, and when there is nothing left to begin. */
class CheckpointKeeperTest {

    private static final JobId JOB = JobId.of("totals");
    private static final TaskName READ = TaskName.of("read");
    private static final Assignment SELF = new Assignment(PeerId.of("p"), JOB, READ, 0);
    private static final long FENCE = 7;

    /** A channel that always has room. */
    private static final class Taking implements ChannelSender<Acks> {

        @Override
        public boolean offer(Acks item) {
            return true;
        }

        @Override
        public void close() {}
    }

    private final Drawer documents = new Drawer();
    private final Mailbox mailbox = new Mailbox();

    private CheckpointKeeper keeper(Manifest base, Checkpoints checkpoints) {
        var own = new CheckpointInput.Parts(
                SELF,
                List.of(READ),
                task -> List.of(),
                Tuning.DEFAULT,
                new Job.Checkpointing(Duration.ofSeconds(1)),
                TaskStores.of(documents),
                mailbox,
                new AckValues(1),
                new CallProgress(),
                true);
        var routes =
                new Routes(FENCE, SortedTable.of(Map.of(READ, List.of(new Routes.Receiver(0, SELF.peer(), null)))));
        return new CheckpointKeeper(
                own,
                new CheckpointProgress(SELF, own.tasks(), own.before(), routes, CheckpointFigures.NONE),
                new TaskOrders(routes, true, false, 3, checkpoints),
                StoreQuery.ofPartitions(mailbox, JOB, READ),
                List.of(new Taking()),
                base);
    }

    /** A manifest of inputs that are read to their ends. */
    private static Manifest ended(long number, Manifest.End end) {
        var part = new Manifest.Part(READ, 0, ReaderCheckpoint.EMPTY, true, null);
        return new Manifest(number, Collections.emptySortedMap(), end, List.of(part));
    }

    private static Checkpoints own(long number) {
        return Checkpoints.NONE
                .completed(new CompletedCheckpoint(number, 5, "hash", 6), 3)
                .rebased();
    }

    private static Checkpoints resumed(long number) {
        return Checkpoints.resuming(new CompletedCheckpoint(number, 5, "hash", 6).madeBy(JobId.of("former")));
    }

    private static Acks request(long filling) {
        return CheckpointKeeper.requestOf(filling, false);
    }

    @Test
    void totalsThatAreDueAreGivenWithoutBeingAskedFor() {
        CheckpointKeeper keeper = keeper(ended(4, Manifest.End.NONE), own(4));
        keeper.tend(own(4), 5, 0);
        assertThat(keeper.isOpen()).isTrue();
        assertThat(keeper.isFinishing()).isTrue();
    }

    @Test
    void nothingIsBegunBehindTheLastCheckpointOfTheJob() {
        for (var end : List.of(Manifest.End.FINISHED, Manifest.End.STOPPED)) {
            CheckpointKeeper keeper = keeper(ended(4, end), own(4));
            keeper.take(request(5), 0);
            keeper.tend(own(4).stopped(), 5, 0);
            assertThat(keeper.isOpen()).as("%s", end).isFalse();
        }
    }

    @Test
    void jobThatGoesOnFromAnotherGivesTotalsUnlessThatHasGivenThem() {
        CheckpointKeeper stopped = keeper(ended(4, Manifest.End.STOPPED), resumed(4));
        stopped.tend(resumed(4), 5, 0);
        assertThat(stopped.isFinishing()).isTrue();
        CheckpointKeeper finished = keeper(ended(4, Manifest.End.FINISHED), resumed(4));
        finished.tend(resumed(4), 5, 0);
        assertThat(finished.isOpen()).as("nobody has asked").isFalse();
        finished.take(request(5), 0);
        finished.tend(resumed(4), 5, 0);
        assertThat(finished.isOpen()).isTrue();
        assertThat(finished.isFinishing()).isFalse();
    }

    @Test
    void requestsThatTheMarkOnItsWayAnswersLeadToNoOther() {
        CheckpointKeeper keeper = keeper(Manifest.EMPTY, Checkpoints.NONE);
        keeper.take(request(1), 0);
        keeper.tend(Checkpoints.NONE, 1, 0);
        assertThat(keeper.isOpen()).isTrue();
        var acked = new Acks(1);
        acked.add(1, keeper.takeOwnMark());
        keeper.take(acked, 0);
        keeper.take(request(1), 0);
        keeper.tend(own(1), 2, 0);
        assertThat(keeper.isOpen()).as("the first is complete").isFalse();
        keeper.take(request(2), 0);
        keeper.tend(own(1), 2, 0);
        assertThat(keeper.isOpen()).isTrue();
    }
}
