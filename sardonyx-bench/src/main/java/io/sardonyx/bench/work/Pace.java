package io.sardonyx.bench.work;

import java.util.concurrent.locks.LockSupport;

/**
 * When each event of W5 is due. A latency counts from then, not from when the source came to make it: a source that was
 * held up does not hide it.
 *
 * @param start of the clock of {@link System#nanoTime()}
 */
public record Pace(long start, long perSecond) {

    public static Pace from(long start, Trial trial) {
        return new Pace(start, trial.perSecond());
    }

    /** Of a source that goes on with an input, which is due now. */
    public static Pace with(long next, long now, long perSecond) {
        return new Pace(now - next * 1_000_000_000 / perSecond, perSecond);
    }

    public long due(long index) {
        return start + index * 1_000_000_000 / perSecond;
    }

    public Event event(long index) {
        return Events.of(index).at(due(index));
    }

    /** For a source with a thread of its own. */
    public Event awaited(long index) {
        long due = due(index);
        for (long left = due - System.nanoTime(); left > 0; left = due - System.nanoTime()) {
            LockSupport.parkNanos(left);
        }
        return event(index);
    }
}
