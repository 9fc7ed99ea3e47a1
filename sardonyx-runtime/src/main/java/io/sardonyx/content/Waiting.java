package io.sardonyx.content;

import io.sardonyx.job.Cause;

/**
 * What keeps a task from going on although it has peers, told to people: a document that cannot be read, a store that
 * refuses, somebody else's server that is away.
 *
 * @param reason a sentence that names what is in the way and, where there is one, a remedy
 * @param sinceMillis when it began, in milliseconds of the epoch by the clock of the process that waits
 * @param nextMillis when it tries again, by the same clock
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
