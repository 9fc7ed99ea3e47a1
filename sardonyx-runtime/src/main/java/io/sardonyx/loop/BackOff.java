package io.sardonyx.loop;

import java.time.Duration;
import java.util.random.RandomGenerator;

/**
 * Exponential back-off with jitter for retries: the delay doubles with every failure, and a random part of it is taken.
 * Not thread-safe.
 */
public final class BackOff {

    private final long firstNanos;
    private final long longestNanos;
    private final RandomGenerator random;
    private int failures;

    public BackOff(Duration first, Duration longest, RandomGenerator random) {
        this.firstNanos = first.toNanos();
        this.longestNanos = longest.toNanos();
        this.random = random;
    }

    /** The next delay: between a quarter and the whole of the current one, which doubles up to the longest. */
    public long nextNanos() {
        long grown = Math.min(longestNanos, firstNanos << Math.min(failures, 16));
        failures++;
        return grown / 4 + random.nextLong(Math.max(1, grown - grown / 4));
    }

    /** Resets the delay to the first one. */
    public void succeeded() {
        failures = 0;
    }
}
