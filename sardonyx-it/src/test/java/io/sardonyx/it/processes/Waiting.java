package io.sardonyx.it.processes;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Waits for what other processes do. */
final class Waiting {

    private static final long LOOK_EVERY_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

    private Waiting() {}

    static void until(String wish, BooleanSupplier wished) {
        until(wish, Member.PATIENCE, wished);
    }

    /** With more patience than usual, or less. */
    static void until(String wish, Duration patience, BooleanSupplier wished) {
        long deadline = System.nanoTime() + patience.toNanos();
        while (!wished.getAsBoolean()) {
            if (System.nanoTime() - deadline > 0) {
                throw new AssertionError("waited in vain for " + wish);
            }
            LockSupport.parkNanos(LOOK_EVERY_NANOS);
        }
    }

    /** For what must not happen in a while. */
    static void pass(Duration time) {
        long start = System.nanoTime();
        until("the time to pass", time.plus(Member.PATIENCE), () -> System.nanoTime() - start >= time.toNanos());
    }
}
