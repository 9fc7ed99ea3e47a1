package io.sardonyx.job;

import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Numbers of a task that most jobs never touch.
 *
 * @param batchSize how many segments an input reads at once, and travel together at most
 * @param pendingRoots how many roots an input may have open
 * @param pendingTimeout how long nothing may be heard of open roots before the oldest is emitted again
 * @param attempts how many failures make a root poison; to be slow is none
 * @param roots what is acknowledged as a whole
 * @param partitions how the peers of an input share its partitions
 * @param blocking whether its function or plugin waits for others, so that it needs a thread of its own
 * @param turnLimit after how long a call that has not returned is held for endless
 * @param patience for how long its plugin may be unavailable before the task fails; null for ever
 */
public record Tuning(
        int batchSize,
        int pendingRoots,
        Duration pendingTimeout,
        int attempts,
        Roots roots,
        Partitions partitions,
        boolean blocking,
        Duration turnLimit,
        @Nullable Duration patience) {

    /** What is acknowledged, and replayed, as a whole. */
    public enum Roots {
        BATCH,
        SEGMENT
    }

    /** How the peers of an input share its partitions. */
    public enum Partitions {
        /** Each partition of a list belongs to one peer by its place in the list. */
        DEALT,
        /** Each peer claims the next free one by a lease when it has read another, also of lists that grow. */
        CLAIMED
    }

    public static final int MAX_BATCH = 16_384;
    public static final int MAX_PENDING = 1 << 20;

    private static final Duration SHORTEST = Duration.ofMillis(100);

    public static final Tuning DEFAULT = new Tuning(
            256, 1_024, Duration.ofSeconds(60), 3, Roots.BATCH, Partitions.DEALT, false, Duration.ofSeconds(30), null);

    public Tuning {
        if (batchSize < 1 || batchSize > MAX_BATCH) {
            throw new IllegalArgumentException("a batch has 1 to " + MAX_BATCH + " segments, not " + batchSize);
        }
        if (pendingRoots < 1 || pendingRoots > MAX_PENDING) {
            throw new IllegalArgumentException("1 to " + MAX_PENDING + " roots may be open, not " + pendingRoots);
        }
        if (attempts < 1) {
            throw new IllegalArgumentException("at least one attempt is made, not " + attempts);
        }
        if (pendingTimeout.compareTo(SHORTEST) < 0
                || turnLimit.compareTo(SHORTEST) < 0
                || patience != null && patience.compareTo(SHORTEST) < 0) {
            throw new IllegalArgumentException("a time limit is at least 100 milliseconds");
        }
    }

    public Tuning batchesOf(int size) {
        return new Tuning(
                size, pendingRoots, pendingTimeout, attempts, roots, partitions, blocking, turnLimit, patience);
    }

    public Tuning pending(int most, Duration timeout) {
        return new Tuning(batchSize, most, timeout, attempts, roots, partitions, blocking, turnLimit, patience);
    }

    public Tuning poisonAfter(int failures) {
        return new Tuning(
                batchSize, pendingRoots, pendingTimeout, failures, roots, partitions, blocking, turnLimit, patience);
    }

    public Tuning with(Roots other) {
        return new Tuning(
                batchSize, pendingRoots, pendingTimeout, attempts, other, partitions, blocking, turnLimit, patience);
    }

    public Tuning sharing(Partitions other) {
        return new Tuning(
                batchSize, pendingRoots, pendingTimeout, attempts, roots, other, blocking, turnLimit, patience);
    }

    public Tuning blocking(boolean waits) {
        return new Tuning(
                batchSize, pendingRoots, pendingTimeout, attempts, roots, partitions, waits, turnLimit, patience);
    }

    public Tuning limitedTo(Duration turn) {
        return new Tuning(
                batchSize, pendingRoots, pendingTimeout, attempts, roots, partitions, blocking, turn, patience);
    }

    /** Its plugin may be unavailable for so long before the task fails. */
    public Tuning patient(Duration longest) {
        return new Tuning(
                batchSize, pendingRoots, pendingTimeout, attempts, roots, partitions, blocking, turnLimit, longest);
    }

    /** Written out, as linking what a record has by itself takes milliseconds of every start. */
    @Override
    public boolean equals(@Nullable Object other) {
        return this == other
                || other instanceof Tuning that
                        && batchSize == that.batchSize
                        && pendingRoots == that.pendingRoots
                        && pendingTimeout.equals(that.pendingTimeout)
                        && attempts == that.attempts
                        && roots == that.roots
                        && partitions == that.partitions
                        && blocking == that.blocking
                        && turnLimit.equals(that.turnLimit)
                        && Objects.equals(patience, that.patience);
    }

    @Override
    public int hashCode() {
        return Objects.hash(
                batchSize, pendingRoots, pendingTimeout, attempts, roots, partitions, blocking, turnLimit, patience);
    }
}
