package io.sardonyx.job;

import java.time.Duration;

/**
 * How a job makes checkpoints, consistent cuts through all its tasks.
 *
 * @param every how long after one checkpoint the next is begun, if anything was read meanwhile
 */
public record Checkpointing(Duration every) {

    /** Shortest interval. */
    public static final Duration SHORTEST = Duration.ofMillis(100);

    /** Interval of a job that does not say any. */
    public static final Checkpointing DEFAULT = new Checkpointing(Duration.ofSeconds(5));
}
