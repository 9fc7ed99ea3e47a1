package io.sardonyx.group;

import io.sardonyx.loop.Deadline;
import java.time.Duration;

/** Delays the leave entry of a group until its work is finished, for {@link #LONGEST} at most. */
final class GracefulLeave {

    private static final Duration LONGEST = Duration.ofSeconds(10);

    /** Appends the leave entry; called once. */
    private final Runnable appendLeave;

    private final Deadline latest = new Deadline();
    private boolean begun;
    private boolean appended;

    GracefulLeave(Runnable appendLeave) {
        this.appendLeave = appendLeave;
    }

    void turn(long nowNanos, boolean quiet) {
        if (!begun) {
            begun = true;
            latest.set(nowNanos + LONGEST.toNanos());
        }
        if (!appended && (quiet || latest.isDue(nowNanos))) {
            appended = true;
            appendLeave.run();
        }
    }
}
