package io.sardonyx.task;

import io.sardonyx.call.CallProgress;
import io.sardonyx.channel.ChannelLimits;
import io.sardonyx.function.Results;
import io.sardonyx.function.SegmentFunction;
import java.util.function.LongSupplier;

/**
 * Keeps turns short whatever a function takes: it is given few segments at first, and more only as long as they are
 * done in no time. When calls become slow within such a step, the watchdog has it left early.
 */
final class TurnBudget {

    private static final long TURN_NANOS = 5_000_000;
    private static final long STRIDE_NANOS = 500_000;
    private static final int LONGEST_STRIDE = 1 << 10;
    /* So many segments may pass without a look at the clock. */
    private static final int UNWATCHED = 256;

    private final LongSupplier clock;
    private final CallProgress progress;
    private int stride = 1;
    private int mostByBytes = LONGEST_STRIDE;
    private int steps;
    private int unwatched;
    private long lookedNanos;
    private boolean left;

    TurnBudget(LongSupplier clock, CallProgress progress) {
        this.clock = clock;
        this.progress = progress;
    }

    /** So many segments gave so many bytes: no step is to give more than a batch takes, unless one segment does. */
    void weigh(int count, long bytes) {
        long most = bytes == 0 ? LONGEST_STRIDE : count * ChannelLimits.BYTES_PER_BATCH / bytes;
        mostByBytes = (int) Math.max(1, Math.min(LONGEST_STRIDE, most));
    }

    /** Whether the turn that began then has lasted long enough. */
    boolean isOverdue(long turnNanos) {
        if (stride < LONGEST_STRIDE || unwatched >= UNWATCHED || ++steps % 8 == 0) {
            return look() - turnNanos > TURN_NANOS;
        }
        return false;
    }

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

    /** Applies a function to as many segments as it is given in one step, at most to {@code end}; the index reached. */
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

    /** Whether the last step was left early, and the turn is to end. */
    boolean hasLeft() {
        return left;
    }

    /** A step was left because it took too long, with so many segments undone. */
    void leftEarly(int undone) {
        unwatched -= undone;
        look();
    }

    /** Up to where to go in one step. */
    int next(int from, int end) {
        int most = Math.min(stride, mostByBytes);
        int next = end - from <= most ? end : from + most;
        unwatched += next - from;
        return next;
    }
}
