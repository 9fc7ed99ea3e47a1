package io.sardonyx.testkit.simulate.fault;

import java.util.function.LongSupplier;

/** Monotonic clock of one simulated machine, in nanoseconds: it has its own epoch, may jump forward and may stop. */
public final class LocalClock implements LongSupplier {

    private final VirtualTime time;
    private long offsetNanos;
    private long stoppedUntilNanos;

    public LocalClock(VirtualTime time) {
        this.time = time;
    }

    @Override
    public long getAsLong() {
        return time.nowNanos() + offsetNanos;
    }

    /** Moves the clock forward. */
    public void leap(long nanos) {
        offsetNanos += nanos;
    }

    /** Stops the clock until a virtual time. Overlapping stops do not add up. */
    public void stopUntil(long nanos) {
        offsetNanos -= Math.max(0, nanos - Math.max(time.nowNanos(), stoppedUntilNanos));
        stoppedUntilNanos = Math.max(stoppedUntilNanos, nanos);
    }
}
