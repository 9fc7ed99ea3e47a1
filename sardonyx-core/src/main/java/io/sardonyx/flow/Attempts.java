package io.sardonyx.flow;

/**
 * Retry policy of an input batch with exponential back-off: each failure doubles the delay before the next attempt, and
 * after {@code limit} failures the batch is poison, to be isolated instead of retried.
 *
 * <p>Only explicit failures count: a function threw, or a flow condition asks for a retry. A root that timed out, or
 * was abandoned because assignments changed, was lost and has not failed; else a slow function, a paused process or a
 * few rebalances in a row would make good input poison.
 *
 * @param failed how many attempts failed so far
 * @param limit how many failures make it poison
 * @param firstDelayNanos the delay after the first failure
 * @param longestDelayNanos the maximum of the delay
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

    /** The state before any failure. */
    public static Attempts none(int limit, long firstDelayNanos, long longestDelayNanos) {
        return new Attempts(0, limit, firstDelayNanos, longestDelayNanos);
    }

    /** The state after one more failure; poison stays poison. */
    public Attempts afterFailure() {
        return isPoison() ? this : new Attempts(failed + 1, limit, firstDelayNanos, longestDelayNanos);
    }

    public boolean isPoison() {
        return failed == limit;
    }

    /** The delay before the next attempt, without jitter, which the caller adds. */
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
