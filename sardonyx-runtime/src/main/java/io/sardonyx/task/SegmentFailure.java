package io.sardonyx.task;

import io.sardonyx.channel.SegmentOrigin;
import io.sardonyx.plugin.Lifecycle.Decision;
import org.jspecify.annotations.Nullable;

/**
 * Exception that ends or restarts a task because one of its segments failed, with the lifecycle's or policy's decision.
 */
public final class SegmentFailure extends Exception {

    private static final long serialVersionUID = 1;

    private final Decision decision;

    /**
     * Builds the message.
     *
     * @param segment its text, redacted and cut
     * @param why text of the cause, redacted and cut
     * @param retries how often it was retried
     */
    SegmentFailure(
            String segment,
            @Nullable SegmentOrigin origin,
            String why,
            Throwable cause,
            int retries,
            Decision decision) {
        super(
                "segment " + segment + (origin == null ? "" : where(origin)) + ": " + why
                        + (retries == 0 ? "" : ", also after " + retries + (retries == 1 ? " retry" : " retries")),
                cause);
        this.decision = decision;
    }

    Decision decision() {
        return decision;
    }

    private static String where(SegmentOrigin origin) {
        return " (read by " + origin.input() + " from partition " + origin.partition() + ", before position "
                + origin.position() + ")";
    }
}
