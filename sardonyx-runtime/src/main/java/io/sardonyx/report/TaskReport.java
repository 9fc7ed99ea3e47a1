package io.sardonyx.report;

import io.sardonyx.plugin.Extent;
import io.sardonyx.value.TaskName;
import java.util.LinkedHashMap;
import java.util.List;
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
 * @param checkpoint figures of the job's checkpoints, if it is their keeper
 * @param states how large its states are
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
        QueueFigures queues,
        CheckpointFigures checkpoint,
        List<StateFigures> states) {

    private static final double NANOS_PER_SECOND = 1e9;

    /** Report of a task without any counts. */
    public static TaskReport none(TaskName task) {
        return new TaskReport(
                task,
                0,
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
                null,
                false,
                QueueFigures.NONE,
                CheckpointFigures.NONE,
                List.of());
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
                queues.plus(other.queues),
                checkpoint.later(other.checkpoint),
                StateFigures.sum(states, other.states));
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
                queues.ended(),
                checkpoint,
                List.of());
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
                queues,
                checkpoint,
                states);
    }

    private static long rate(long count, long nanos) {
        return nanos <= 0 ? 0 : Math.max(0, Math.round(count * NANOS_PER_SECOND / nanos));
    }

    /**
     * Figures of a job's checkpoints, told by the input whose peer is their keeper; {@link #NONE} for any other task.
     *
     * @param number of the latest that the keeper has completed at its fence
     * @param atMillis when that was, in milliseconds since the epoch by the clock of its process
     * @param tookMillis how long it took, from its beginning to its entry in the log
     * @param slowest the task and slot that acked its mark last
     * @param expired how many were not complete in time
     */
    public record CheckpointFigures(long number, long atMillis, long tookMillis, String slowest, long expired) {

        public static final CheckpointFigures NONE = new CheckpointFigures(0, 0, 0, "", 0);

        /** Those of the keeper that has completed one last; a job has one keeper at a time. */
        public CheckpointFigures later(CheckpointFigures other) {
            return other.atMillis > atMillis || number == 0 ? other : this;
        }
    }

    /**
     * How large a state of a task is.
     *
     * @param state its name
     * @param keys number of keys that have something
     * @param bytes estimate of what it takes on the heap
     */
    public record StateFigures(String state, long keys, long bytes) {

        /** The sums by state of what two parts of the peers have. */
        static List<StateFigures> sum(List<StateFigures> some, List<StateFigures> others) {
            if (some.isEmpty() || others.isEmpty()) {
                return some.isEmpty() ? others : some;
            }
            var all = new LinkedHashMap<String, StateFigures>();
            some.forEach(each -> all.put(each.state, each));
            others.forEach(each -> all.merge(each.state, each, StateFigures::plus));
            return List.copyOf(all.values());
        }

        private StateFigures plus(StateFigures other) {
            return new StateFigures(state, keys + other.keys, bytes + other.bytes);
        }
    }
}
