package io.sardonyx.report;

import io.sardonyx.plugin.Extent;
import io.sardonyx.report.TaskReport.CheckpointFigures;
import io.sardonyx.report.TaskReport.StateFigures;
import io.sardonyx.value.Assignment;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Counters and state of a task at one peer.
 *
 * @param taken segments read so far
 * @param given segments emitted so far
 * @param skipped segments skipped because they failed
 * @param openRoots roots of an input that are not acknowledged yet
 * @param replays roots replayed so far
 * @param extent how much an input has read of the partitions it has open, and their total size
 * @param inputFull whether its input buffer is full
 * @param outputFull whether it is held up by back-pressure from downstream
 * @param waiting what it waits for, or null
 * @param waitsInCalls whether its calls wait without using the CPU although it is not tuned as blocking
 * @param queues counters of the queues that it reads, in a queued job
 * @param checkpoint figures of the job's checkpoints, if it is their keeper
 * @param states how large its states are
 */
public record TaskStats(
        Assignment self,
        long taken,
        long given,
        long batches,
        long skipped,
        int openRoots,
        long replays,
        Extent extent,
        boolean inputFull,
        boolean outputFull,
        @Nullable Waiting waiting,
        boolean waitsInCalls,
        QueueFigures queues,
        CheckpointFigures checkpoint,
        List<StateFigures> states) {

    /** Statistics of a task that has not begun. */
    public static TaskStats none(Assignment self) {
        return waiting(self, null);
    }

    /** Statistics of a task that has not begun, with the reason. */
    public static TaskStats waiting(Assignment self, @Nullable Waiting waiting) {
        return new TaskStats(
                self,
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
                List.of());
    }

    /** The same as a report on the task, without the peer. */
    public TaskReport report() {
        return new TaskReport(
                self.task(),
                1,
                taken,
                given,
                batches,
                skipped,
                openRoots,
                replays,
                0,
                0,
                extent,
                inputFull,
                outputFull,
                waiting,
                waitsInCalls,
                queues,
                checkpoint,
                states);
    }

    public TaskStats waitingInCalls() {
        return new TaskStats(
                self,
                taken,
                given,
                batches,
                skipped,
                openRoots,
                replays,
                extent,
                inputFull,
                outputFull,
                waiting,
                true,
                queues,
                checkpoint,
                states);
    }
}
