package io.sardonyx.content;

import io.sardonyx.plugin.Extent;
import io.sardonyx.value.TaskName;
import org.jspecify.annotations.Nullable;

/**
 * How a task does, some or all of its peers together.
 *
 * @param peers how many run it now
 * @param taken segments taken so far
 * @param given segments given so far
 * @param batches batches done so far
 * @param skipped segments left out because they failed
 * @param openRoots roots of an input that are not done
 * @param replays roots emitted again so far
 * @param takenPerSecond segments taken in a second, over the last interval
 * @param givenPerSecond segments given in a second, over the last interval
 * @param extent how much of what an input has open is behind
 * @param inputFull whether more is waiting than there is room for, at one of the peers
 * @param outputFull whether somebody behind has no room, for one of the peers
 * @param waiting what one of the peers waits for and for how long, or null when none does
 * @param waitsInCalls whether calls of one of the peers take their time without using the CPU, and it is not blocking
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
        boolean waitsInCalls) {

    private static final double NANOS_PER_SECOND = 1e9;

    /** A task of which nobody has said anything. */
    public static TaskReport none(TaskName task) {
        return new TaskReport(task, 0, 0, 0, 0, 0, 0, 0, 0, 0, Extent.NONE, false, false, null, false);
    }

    /** What two have to say of the same task. */
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
                waitsInCalls || other.waitsInCalls);
    }

    private static @Nullable Waiting longer(@Nullable Waiting one, @Nullable Waiting other) {
        if (one == null || other == null) {
            return one == null ? other : one;
        }
        return Waiting.longer(one, other);
    }

    /** The same of a task that waits. */
    public TaskReport waitingFor(@Nullable Waiting something) {
        return new TaskReport(
                task,
                peers,
                taken,
                given,
                batches,
                skipped,
                openRoots,
                replays,
                takenPerSecond,
                givenPerSecond,
                extent,
                inputFull,
                outputFull,
                something,
                waitsInCalls);
    }

    /** What stays true of a peer that does not run it any more: what it has done. */
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
                waitsInCalls);
    }

    /** With its rates since an earlier report. */
    public TaskReport since(TaskReport earlier, long nanos) {
        return new TaskReport(
                task,
                peers,
                taken,
                given,
                batches,
                skipped,
                openRoots,
                replays,
                rate(taken - earlier.taken, nanos),
                rate(given - earlier.given, nanos),
                extent,
                inputFull,
                outputFull,
                waiting,
                waitsInCalls);
    }

    private static long rate(long count, long nanos) {
        return nanos <= 0 ? 0 : Math.max(0, Math.round(count * NANOS_PER_SECOND / nanos));
    }
}
