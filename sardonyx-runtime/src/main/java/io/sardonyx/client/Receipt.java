package io.sardonyx.client;

/**
 * What became of something that a client wanted.
 *
 * @param position of the last entry that the verdict rests on
 */
public record Receipt(Verdict verdict, long position) {

    /** Whether things are as the client wanted them, whoever made them so. */
    public boolean isFine() {
        return verdict == Verdict.DONE || verdict == Verdict.ALREADY_SO;
    }

    /** What an entry did. */
    public enum Verdict {
        /** It happened just now. */
        DONE,
        /** It had happened before: the same job was submitted, or the job had ended. */
        ALREADY_SO,
        /** Another job has the same id. */
        OTHER_CONTENT,
        /** Something else came in between since it was planned; nothing was changed. */
        MOVED_ON,
        /** Nobody ever submitted such a job. */
        UNKNOWN_JOB
    }
}
