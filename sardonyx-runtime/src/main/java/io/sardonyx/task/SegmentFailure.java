package io.sardonyx.task;

import io.sardonyx.channel.SegmentOrigin;
import io.sardonyx.plugin.Lifecycle.Decision;
import org.jspecify.annotations.Nullable;

/** A segment that a task's function cannot handle, what it was, and what follows from it. */
public final class SegmentFailure extends Exception {

    private static final long serialVersionUID = 1;

    private final Decision decision;

    /**
     * With its sentence.
     *
     * @param segment as it may be shown
     * @param why what may be said of the cause
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
