package io.sardonyx.task;

import io.sardonyx.call.CallProgress;
import io.sardonyx.channel.ChannelLimits;
import io.sardonyx.function.Results;
import io.sardonyx.function.SegmentFunction;
import java.util.function.LongSupplier;

/**
 * Time budget of a turn: keeps turns short however slow a function is. A function gets few segments per step at first,
 * and twice as many as long as a step is fast (adaptive stride); when calls become slow within a step, the watchdog
 * asks it to leave early.
 */
final class TurnBudget {

    /** Budget of a turn in nanoseconds. */
    private static final long TURN_NANOS = 5_000_000;
    /** Target for one step in nanoseconds. */
    private static final long STRIDE_NANOS = 500_000;

    private static final int LONGEST_STRIDE = 1 << 10;
    /* Segments that may be processed without reading the clock. */
    private static final int UNWATCHED = 256;

    private final LongSupplier clock;
    private final CallProgress progress;
    private int stride = 1;
    /* Limit of the stride, so that a step's results do not exceed a batch in bytes. */
    private int mostByBytes = LONGEST_STRIDE;
    private int steps;
    /* Segments processed since the clock was read last. */
    private int unwatched;
    private long lookedNanos;
    private boolean left;

    TurnBudget(LongSupplier clock, CallProgress progress) {
        this.clock = clock;
        this.progress = progress;
    }

    /** Adapts the limit by bytes: no step is to give more than a batch takes, unless a single segment does. */
    void weigh(int count, long bytes) {
        long most = bytes == 0 ? LONGEST_STRIDE : count * ChannelLimits.BYTES_PER_BATCH / bytes;
        mostByBytes = (int) Math.max(1, Math.min(LONGEST_STRIDE, most));
    }

    /**
     * Whether the turn that began at {@code turnNanos} has used up its budget. With the longest stride the clock is
     * read only now and then.
     */
    boolean isOverdue(long turnNanos) {
        if (stride < LONGEST_STRIDE || unwatched >= UNWATCHED || ++steps % 8 == 0) {
            return look() - turnNanos > TURN_NANOS;
        }
        return false;
    }

    /** Reads the clock and adapts the stride to the time since the last reading. */
    private long look() {
        long now = clock.getAsLong();
        if (unwatched > 0) {
            adapt(now - lookedNanos);
        }
        unwatched = 0;
        lookedNanos = now;
        return now;
    }

    private void adapt(long took) {
        stride = took > STRIDE_NANOS
                ? (int) Math.max(1, unwatched * STRIDE_NANOS / took)
                : Math.min(LONGEST_STRIDE, stride * 2);
    }

    /** Applies a function to one step of segments, at most up to {@code end}; returns the index reached. */
    int apply(SegmentFunction function, Object[] segments, int from, int end, Results results) {
        int upTo = next(from, end);
        progress.step();
        int reached = function.apply(segments, from, upTo, results, progress);
        left = reached < upTo && results.failure() == null;
        if (left) {
            leftEarly(upTo - reached);
        }
        return reached;
    }

    /** Whether the last step was left early at the watchdog's request, and the turn is to end. */
    boolean hasLeft() {
        return left;
    }

    /** Accounts for a step that was left early, with so many segments unprocessed. */
    void leftEarly(int undone) {
        unwatched -= undone;
        look();
    }

    /** End of the next step. */
    int next(int from, int end) {
        int most = Math.min(stride, mostByBytes);
        int next = end - from <= most ? end : from + most;
        unwatched += next - from;
        return next;
    }
}
