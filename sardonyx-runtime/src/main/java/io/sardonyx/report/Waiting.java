package io.sardonyx.report;

import io.sardonyx.job.outline.Cause;

/**
 * Why a task with peers makes no progress and when it retries, for people: an unreadable document, a store that refuses
 * access, an unavailable server.
 *
 * @param reason a sentence with the cause and, where there is one, a remedy
 * @param sinceMillis when it began, in milliseconds since the epoch by the clock of the waiting process
 * @param nextMillis time of the next retry, by the same clock
 */
public record Waiting(String reason, long sinceMillis, long nextMillis) {

    public Waiting {
        reason = Cause.cut(reason);
    }

    /** The one that has waited longer. */
    static Waiting longer(Waiting one, Waiting other) {
        return one.sinceMillis <= other.sinceMillis ? one : other;
    }
}
