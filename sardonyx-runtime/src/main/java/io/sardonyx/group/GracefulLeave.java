package io.sardonyx.group;

import io.sardonyx.loop.Deadline;
import java.time.Duration;

/** A group that leaves lets its work come to an end before it says so, but does not take for ever over it. */
final class GracefulLeave {

    private static final Duration LONGEST = Duration.ofSeconds(10);

    private final Runnable word;
    private final Deadline latest = new Deadline();
    private boolean begun;
    private boolean said;

    GracefulLeave(Runnable word) {
        this.word = word;
    }

    void turn(long nowNanos, boolean quiet) {
        if (!begun) {
            begun = true;
            latest.set(nowNanos + LONGEST.toNanos());
        }
        if (!said && (quiet || latest.isDue(nowNanos))) {
            said = true;
            word.run();
        }
    }
}
