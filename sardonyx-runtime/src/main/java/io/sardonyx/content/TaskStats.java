package io.sardonyx.content;

import io.sardonyx.assignment.Assignment;
import io.sardonyx.plugin.Extent;
import org.jspecify.annotations.Nullable;

/**
 * How a task of a peer does.
 *
 * @param taken segments taken so far
 * @param given segments given so far
 * @param skipped segments left out because they failed
 * @param openRoots roots of an input that are not done
 * @param replays roots emitted again so far
 * @param extent how much of what an input reads is behind
 * @param inputFull whether more is waiting than there is room for
 * @param outputFull whether somebody behind has no room
 * @param waiting what keeps it from going on, or null
 * @param waitsInCalls whether its calls take their time without using the CPU, though it is not tuned as blocking
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
        boolean waitsInCalls) {

    /** Of one that has not begun. */
    public static TaskStats none(Assignment self) {
        return waiting(self, null);
    }

    /** Of one that has not begun, and why. */
    public static TaskStats waiting(Assignment self, @Nullable Waiting waiting) {
        return new TaskStats(self, 0, 0, 0, 0, 0, 0, Extent.NONE, false, false, waiting, false);
    }

    /** The same of the task, for which it does not matter whose it is. */
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
                waitsInCalls);
    }

    public TaskStats waitingInCalls() {
        return new TaskStats(
                self, taken, given, batches, skipped, openRoots, replays, extent, inputFull, outputFull, waiting, true);
    }
}
