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
                checkpoint.ended(),
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
     * Figures of a job's checkpoints, told by the input whose peer is their keeper, but for {@link #again}, which every
     * input tells; {@link #NONE} for any other task.
     *
     * @param number of the latest that is complete, as far as the keeper knows
     * @param atMillis when that was, in milliseconds since the epoch by the clock of its process; 0 if unknown, as
     *     after the keeper has moved
     * @param tookMillis how long it took, from its beginning to its entry in the log
     * @param slowest the task and slot that it waited for: the last to ack its mark or, if that one had to wait for the
     *     mark, who held the mark up for longest
     * @param expired how many were not complete in time since the keeper began
     * @param bytes what all peers told of it, and the state files that it consists of; 0 if unknown
     * @param steps how long its steps took
     * @param rewinds how often the job went back to a checkpoint
     * @param again what the latest rewind took back
     */
    public record CheckpointFigures(
            long number,
            long atMillis,
            long tookMillis,
            String slowest,
            long expired,
            long bytes,
            CheckpointSteps steps,
            long rewinds,
            Rewound again) {

        public static final CheckpointFigures NONE =
                new CheckpointFigures(0, 0, 0, "", 0, 0, CheckpointSteps.UNKNOWN, 0, Rewound.NONE);

        /** Those of a keeper that knows nothing but the number of the latest. */
        public static CheckpointFigures of(long number) {
            return new CheckpointFigures(number, 0, 0, "", 0, 0, CheckpointSteps.UNKNOWN, 0, Rewound.NONE);
        }

        /** Those of the keeper that has completed one last, and what all inputs together read again. */
        public CheckpointFigures later(CheckpointFigures other) {
            if (isNone() || other.isNone()) {
                return isNone() ? other : this;
            }
            boolean otherIsLater = other.number > number || other.number == number && other.atMillis > atMillis;
            CheckpointFigures last = otherIsLater ? other : this;
            return new CheckpointFigures(
                    last.number,
                    last.atMillis,
                    last.tookMillis,
                    last.slowest,
                    expired + other.expired,
                    last.bytes,
                    last.steps,
                    Math.max(rewinds, other.rewinds),
                    again.plus(other.again));
        }

        /** With what the log says of rewinds, and what the input reads again because of the latest. */
        public CheckpointFigures with(long count, Rewound rewound) {
            return count == 0 && !rewound.isKnown()
                    ? this
                    : new CheckpointFigures(
                            number, atMillis, tookMillis, slowest, expired, bytes, steps, count, rewound);
        }

        /** With a number of checkpoints that were not complete in time. */
        public CheckpointFigures expired(long count) {
            return new CheckpointFigures(number, atMillis, tookMillis, slowest, count, bytes, steps, rewinds, again);
        }

        /** Those of a peer that is the keeper no more, so that it cannot tell how old the latest is. */
        CheckpointFigures ended() {
            return isNone()
                    ? NONE
                    : new CheckpointFigures(number, 0, tookMillis, slowest, 0, bytes, steps, rewinds, again);
        }

        /** Whether they are those of a task that has nothing to tell of checkpoints. */
        public boolean isNone() {
            return number == 0 && expired == 0 && rewinds == 0 && !again.isKnown();
        }
    }

    /** The steps of a checkpoint, in order; aligning is a part of the time in which the mark is on its way. */
    public enum CheckpointStep {
        /** From its beginning until the mark was through the task that acked last. */
        MARK,
        /** While the slowest task had one of its marks and waited for the others. */
        ALIGN,
        /** From then on until the task had acked: it stored its state, or prepared its output. */
        WRITE,
        /** Until the manifest was stored. */
        MANIFEST,
        /** Until the entry was in the log. */
        ENTRY
    }

    /**
     * How long the steps of a checkpoint took, in milliseconds; all but aligning together are the whole time. A peer
     * that tells nothing of aligning and writing, since both were short or its release does not, has all of its time in
     * the first.
     */
    public record CheckpointSteps(
            long markMillis, long alignMillis, long writeMillis, long manifestMillis, long entryMillis) {

        public static final CheckpointSteps UNKNOWN = new CheckpointSteps(0, 0, 0, 0, 0);

        /** How long a step took. */
        public long millis(CheckpointStep step) {
            return switch (step) {
                case MARK -> markMillis;
                case ALIGN -> alignMillis;
                case WRITE -> writeMillis;
                case MANIFEST -> manifestMillis;
                case ENTRY -> entryMillis;
            };
        }

        /** The step that took longest; aligning instead of the mark if it is most of that. */
        public CheckpointStep longest() {
            CheckpointStep longest = CheckpointStep.MARK;
            for (CheckpointStep step : CheckpointStep.values()) {
                longest = step != CheckpointStep.ALIGN && millis(step) > millis(longest) ? step : longest;
            }
            return longest == CheckpointStep.MARK && 2 * alignMillis > markMillis ? CheckpointStep.ALIGN : longest;
        }

        /** Whether anything is known of them. */
        public boolean isKnown() {
            return markMillis + writeMillis + manifestMillis + entryMillis > 0;
        }
    }

    /**
     * What the latest rewind took back, as far as peers of inputs that were there before know: what they had read
     * behind the checkpoint, and will read again. What a process had read that is dead is not in it.
     *
     * @param position of the entry by which the job went back; -1 if nothing is known
     * @param segments that had been read
     * @param millis for how long, since the first of them
     */
    public record Rewound(long position, long segments, long millis) {

        public static final Rewound NONE = new Rewound(-1, 0, 0);

        /** Whether anything is known of a rewind. */
        public boolean isKnown() {
            return position >= 0;
        }

        /** The sum for one rewind, or the later of two. */
        Rewound plus(Rewound other) {
            if (position != other.position) {
                return position > other.position ? this : other;
            }
            return isKnown() ? new Rewound(position, segments + other.segments, Math.max(millis, other.millis)) : NONE;
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
