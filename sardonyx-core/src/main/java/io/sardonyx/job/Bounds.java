package io.sardonyx.job;

import org.jspecify.annotations.Nullable;

/**
 * How many peers a task needs at least and may hold at most.
 *
 * <p>In Java {@code task.peers(2, 4)}; the job does not run while one of its tasks has fewer than it needs.
 */
public record Bounds(int min, int max) {

    /** More peers than any cluster has. */
    public static final int UNBOUNDED = Integer.MAX_VALUE;

    /** One peer is enough, and any number is welcome. */
    public static final Bounds DEFAULT = new Bounds(1, UNBOUNDED);

    public Bounds {
        if (min < 0) {
            throw new IllegalArgumentException("a minimum of peers is not negative, but this is " + min);
        }
        if (max < Math.max(1, min)) {
            throw new IllegalArgumentException(
                    "a maximum of " + max + " peers can never cover a minimum of " + Math.max(1, min));
        }
    }

    /** Written out, as linking what a record has by itself takes milliseconds of every start. */
    @Override
    public boolean equals(@Nullable Object other) {
        return this == other || other instanceof Bounds that && min == that.min && max == that.max;
    }

    @Override
    public int hashCode() {
        return 31 * min + max;
    }
}
