package io.sardonyx.flow;

/**
 * How often an input batch has failed, and what follows from it: each failure doubles the wait before the next attempt,
 * and after {@code limit} failures the batch is poison, to be isolated instead of tried again.
 *
 * <p>Only a task that says so has failed: its function threw, or a flow condition wants the root again. A root that
 * expired, or was abandoned because places changed, was lost and has not failed: else a slow function, a paused process
 * or a few rebalances in a row would condemn innocent input.
 *
 * @param failed how many attempts failed so far
 * @param limit how many failures make it poison
 * @param firstDelayNanos the wait after the first failure
 * @param longestDelayNanos where the doubling ends
 */
public record Attempts(int failed, int limit, long firstDelayNanos, long longestDelayNanos) {

    public Attempts {
        if (failed < 0 || limit < 1 || failed > limit) {
            throw new IllegalArgumentException("0 to " + limit + " failures, and a limit of at least 1, not " + failed);
        }
        if (firstDelayNanos < 0 || longestDelayNanos < firstDelayNanos) {
            throw new IllegalArgumentException(
                    "delays grow from " + firstDelayNanos + " ns and cannot end at " + longestDelayNanos + " ns");
        }
    }

    /** No failure yet. */
    public static Attempts none(int limit, long firstDelayNanos, long longestDelayNanos) {
        return new Attempts(0, limit, firstDelayNanos, longestDelayNanos);
    }

    /** After one more failure; poison stays poison. */
    public Attempts afterFailure() {
        return isPoison() ? this : new Attempts(failed + 1, limit, firstDelayNanos, longestDelayNanos);
    }

    public boolean isPoison() {
        return failed == limit;
    }

    /** How long to wait before the next attempt, without jitter, which is the caller's to add. */
    public long delayNanos() {
        if (failed == 0) {
            return 0;
        }
        long delay = firstDelayNanos;
        for (int i = 1; i < failed && delay < longestDelayNanos; i++) {
            delay = delay > longestDelayNanos / 2 ? longestDelayNanos : delay * 2;
        }
        return delay;
    }
}
