package io.sardonyx.client;

/**
 * Result of a client's request.
 *
 * @param position of the last entry on which the verdict is based
 */
public record Receipt(Verdict verdict, long position) {

    /** Whether the cluster is in the requested state, by this request or before; requests are idempotent. */
    public boolean isFine() {
        return verdict == Verdict.DONE || verdict == Verdict.ALREADY_SO;
    }

    /** Effect of a request. */
    public enum Verdict {
        /** It took effect now. */
        DONE,
        /** It was in effect before: the same job was submitted, or the job had ended. */
        ALREADY_SO,
        /** Another job has the same id; nothing was changed. */
        OTHER_CONTENT,
        /** The log has moved on since the request was planned; nothing was changed. */
        MOVED_ON,
        /** There is no such job. */
        UNKNOWN_JOB,
        /** The job has no checkpoints, or not that one any more; nothing was changed. */
        NO_CHECKPOINT,
        /** Another checkpoint of the job has that name; nothing was changed. */
        NAME_IN_USE
    }
}
