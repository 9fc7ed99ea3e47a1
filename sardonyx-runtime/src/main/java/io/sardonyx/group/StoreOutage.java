package io.sardonyx.group;

import io.sardonyx.loop.Deadline;
import java.time.Duration;

/**
 * Detects that this process had no proven session with the store lately. Others had none either, perhaps, and lost
 * theirs: groups that are found dead then died of that, not of the jobs they ran. Outlives incarnations; confined to
 * the group's thread.
 */
final class StoreOutage {

    /** How long after an outage deaths are put down to it: longer than the session of a process that lives. */
    static final Duration AFTERMATH = Duration.ofMinutes(1);

    private final Deadline over = new Deadline();
    private boolean everProven;

    /** Takes note of whether the session is proven at present; before it first was, that means nothing. */
    void turn(long nowNanos, boolean proven) {
        everProven |= proven;
        if (everProven && !proven) {
            over.set(nowNanos + AFTERMATH.toNanos());
        }
    }

    boolean isRecent(long nowNanos) {
        return !over.isDue(nowNanos);
    }
}
