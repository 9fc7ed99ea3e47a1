package io.sardonyx.report;

import io.sardonyx.plugin.Extent;
import io.sardonyx.value.TaskName;
import org.jspecify.annotations.Nullable;

/**
 * Counters and state of a task, summed over some or all of its peers.
 *
 * @param peers number of peers that run it now
 * @param taken segments read so far
 * @param given segments emitted so far
 * @param batches batches processed so far
 * @param skipped segments skipped because they failed
 * @param openRoots roots of an input that are not acknowledged yet
 * @param replays roots replayed so far
 * @param takenPerSecond segments read per second, over the last interval
 * @param givenPerSecond segments emitted per second, over the last interval
 * @param extent how much an input has read of the partitions it has open, and their total size
 * @param inputFull whether the input buffer of one of the peers is full
 * @param outputFull whether one of the peers is held up by back-pressure from downstream
 * @param waiting what one of the peers waits for and for how long, or null when none does
 * @param waitsInCalls whether calls of one of the peers wait without using the CPU although the task is not tuned as
 *     blocking
 * @param queues counters of the queues that it reads, in a queued job
 */
public record TaskReport(
        TaskName task,
        int peers,
        long taken,
        long given,
        long batches,
        long skipped,
        long openRoots,
        long replays,
        long takenPerSecond,
        long givenPerSecond,
        Extent extent,
        boolean inputFull,
        boolean outputFull,
        @Nullable Waiting waiting,
        boolean waitsInCalls,
        QueueFigures queues) {

    private static final double NANOS_PER_SECOND = 1e9;

    /** Report of a task without any counts. */
    public static TaskReport none(TaskName task) {
        return new TaskReport(
                task, 0, 0, 0, 0, 0, 0, 0, 0, 0, Extent.NONE, false, false, null, false, QueueFigures.NONE);
    }

    /** Sum of two reports on the same task. */
    public TaskReport plus(TaskReport other) {
        return new TaskReport(
                task,
                peers + other.peers,
                taken + other.taken,
                given + other.given,
                batches + other.batches,
                skipped + other.skipped,
                openRoots + other.openRoots,
                replays + other.replays,
                takenPerSecond + other.takenPerSecond,
                givenPerSecond + other.givenPerSecond,
                extent.plus(other.extent),
                inputFull || other.inputFull,
                outputFull || other.outputFull,
                longer(waiting, other.waiting),
                waitsInCalls || other.waitsInCalls,
                queues.plus(other.queues));
    }

    private static @Nullable Waiting longer(@Nullable Waiting one, @Nullable Waiting other) {
        if (one == null || other == null) {
            return one == null ? other : one;
        }
        return Waiting.longer(one, other);
    }

    /** The same with the reason for which the task waits. */
    public TaskReport waitingFor(@Nullable Waiting something) {
        return with(takenPerSecond, givenPerSecond, something);
    }

    /** The counters only, for a peer that does not run the task any more. */
    public TaskReport ended() {
        return new TaskReport(
                task,
                0,
                taken,
                given,
                batches,
                skipped,
                0,
                replays,
                0,
                0,
                Extent.NONE,
                false,
                false,
                null,
                waitsInCalls,
                queues.ended());
    }

    /**
     * With its rates since an earlier report.
     *
     * @param nanos between the two
     */
    public TaskReport since(TaskReport earlier, long nanos) {
        return with(rate(taken - earlier.taken, nanos), rate(given - earlier.given, nanos), waiting);
    }

    private TaskReport with(long takenRate, long givenRate, @Nullable Waiting reason) {
        return new TaskReport(
                task,
                peers,
                taken,
                given,
                batches,
                skipped,
                openRoots,
                replays,
                takenRate,
                givenRate,
                extent,
                inputFull,
                outputFull,
                reason,
                waitsInCalls,
                queues);
    }

    private static long rate(long count, long nanos) {
        return nanos <= 0 ? 0 : Math.max(0, Math.round(count * NANOS_PER_SECOND / nanos));
    }
}
