package io.sardonyx.testkit.simulate.fault;

import java.util.function.LongSupplier;

/** A monotonic clock of one machine: it began somewhere else than everybody's, may leap and may stand still. */
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

    public void leap(long nanos) {
        offsetNanos += nanos;
    }

    /** Does not go on before then. What stands still already does not stand still twice. */
    public void stopUntil(long nanos) {
        offsetNanos -= Math.max(0, nanos - Math.max(time.nowNanos(), stoppedUntilNanos));
        stoppedUntilNanos = Math.max(stoppedUntilNanos, nanos);
    }
}
