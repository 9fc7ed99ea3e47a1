package io.sardonyx.loop;

import java.time.Duration;
import java.util.random.RandomGenerator;

/** How long to wait before another try: a random part of a time that doubles with every failure. */
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

    /** The next wait, at least a quarter of the time that has grown so far. */
    public long nextNanos() {
        long grown = Math.min(longestNanos, firstNanos << Math.min(failures, 16));
        failures++;
        return grown / 4 + random.nextLong(Math.max(1, grown - grown / 4));
    }

    public void succeeded() {
        failures = 0;
    }
}
