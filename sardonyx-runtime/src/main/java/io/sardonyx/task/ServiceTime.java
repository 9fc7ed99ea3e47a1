package io.sardonyx.task;

import io.sardonyx.channel.ChannelLimits;
import io.sardonyx.task.input.BatchSource;
import java.util.function.LongSupplier;

/**
 * Service time of a task: how long it needs for a segment, time in which it waits for room downstream included, but not
 * time in which it waits for input. By this the task limits what is sent ahead to it.
 *
 * <p>Measured over windows of busy time, each twice as long as the one before: the first says soon whether a function
 * is slow, and in a long one a pause of the process, or of a thread that other threads displace, says little. Whenever
 * the task runs out of input, what was measured so far is told as well: who was sent too little for a fast task gets
 * more at once, and not after a window of work that it is not given. The clock is read only when a turn has worked and
 * nothing is left to do. Confined to the thread of the task's turn.
 */
final class ServiceTime {

    /** Is told what was measured. */
    interface Listener {

        /** A window is complete. */
        void measured(long nanosEach);

        /** Nothing is left to do of so many segments since the window began. */
        void starved(long nanosEach, long segments);
    }

    /** Busy time after which the first measurement is complete. */
    private static final long FIRST_WINDOW_NANOS = 1_000_000;

    /** That of the longest, in which no pause counts that is short beside what may be queued. */
    private static final long LONGEST_WINDOW_NANOS = ChannelLimits.NANOS_QUEUED;

    private final LongSupplier clock;
    private final Listener listener;
    private long windowNanos = FIRST_WINDOW_NANOS;
    private boolean idle = true;
    /* When the busy time that is not counted yet began. */
    private long since;
    private long busyNanos;
    /* Segments that were taken before the window. */
    private long takenBefore;

    ServiceTime(LongSupplier clock, Listener listener) {
        this.clock = clock;
        this.listener = listener;
    }

    /**
     * The service time of a task that limits what its source is sent.
     *
     * @param fewest segments that the task wants at once in any case
     */
    static ServiceTime limiting(BatchSource source, int fewest, LongSupplier clock) {
        return new ServiceTime(clock, new Listener() {
            @Override
            public void measured(long nanosEach) {
                source.limit(nanosEach, fewest);
            }

            @Override
            public void starved(long nanosEach, long segments) {
                source.widen(nanosEach, segments);
            }
        });
    }

    /**
     * Accounts for a turn.
     *
     * @param beganNanos when it began
     * @param taken segments taken so far in all
     * @param worked whether it took any batch
     * @param waits whether it has nothing in hand and waits for input
     */
    void turned(long beganNanos, long taken, boolean worked, boolean waits) {
        if (idle && waits && !worked) {
            return;
        }
        if (idle) {
            since = beganNanos;
        }
        long until = waits ? clock.getAsLong() : beganNanos;
        busyNanos += until - since;
        since = until;
        idle = waits;
        long segments = taken - takenBefore;
        if (segments == 0) {
            return;
        }
        if (busyNanos >= windowNanos) {
            listener.measured(busyNanos / segments);
            busyNanos = 0;
            takenBefore = taken;
            windowNanos = Math.min(2 * windowNanos, LONGEST_WINDOW_NANOS);
        } else if (waits) {
            listener.starved(busyNanos / segments, segments);
        }
    }
}
